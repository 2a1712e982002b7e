/** The tiny model as a folder in the hub's layout. */
import { encoderGraph, type GraphOptions, MAX_LENGTH, WIDTH } from './graph.ts'
import { encodeModel } from './onnx.ts'
import { vocabulary } from './vocabulary.ts'

/** Bytes by path. The fp32 graph keeps its tensors in a file beside it, as large models do; int8 is one file. */
export function tinyModelFiles(fault?: GraphOptions['fault']): ReadonlyMap<string, Uint8Array> {
  const options = fault === undefined ? {} : { fault }
  const full = encodeModel(encoderGraph({ quantized: false, ...options }), 'model.onnx_data')
  const small = encodeModel(encoderGraph({ quantized: true, ...options }))
  return new Map([
    ['config.json', json(config())],
    ['tokenizer.json', json(tokenizer())],
    ['tokenizer_config.json', json(tokenizerConfig())],
    ['onnx/model.onnx', full.graph],
    ['onnx/model.onnx_data', full.data ?? new Uint8Array()],
    ['onnx/model_quantized.onnx', small.graph],
  ])
}

function config() {
  return {
    architectures: ['BertModel'],
    model_type: 'bert',
    hidden_size: WIDTH,
    max_position_embeddings: MAX_LENGTH,
    vocab_size: vocabulary().length,
  }
}

function tokenizerConfig() {
  return {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: MAX_LENGTH,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  }
}

function tokenizer() {
  const words = vocabulary()
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const idOf = (token: string) => words.findIndex((word) => word.token === token)
  const marked = (token: string) => ({ id: token, ids: [idOf(token)], tokens: [token] })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: words
      .filter(({ kind }) => kind === 'special')
      .map(({ token }) => ({
        id: idOf(token),
        content: token,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [
        special('[CLS]'),
        { Sequence: { id: 'A', type_id: 0 } },
        special('[SEP]'),
        { Sequence: { id: 'B', type_id: 1 } },
        { SpecialToken: { id: '[SEP]', type_id: 1 } },
      ],
      special_tokens: { '[CLS]': marked('[CLS]'), '[SEP]': marked('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map(({ token }, id) => [token, id])),
    },
  }
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)
}
