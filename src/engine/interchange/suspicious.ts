/**
 * Texts that try to be something else than a memory: a speaker, a mark of a chat template, an order to forget the
 * rules (ui.md §8). They are shown to the user before an import; nothing obeys them.
 */
export type WarningPattern = 'role_marker' | 'chatml_token' | 'ignore_previous' | 'ignore_previous_zh'

/** The patterns that the text shows, in a fixed order. */
export function warningPatterns(text: string): WarningPattern[] {
  return patterns.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
}

const patterns: readonly (readonly [WarningPattern, RegExp])[] = [
  ['role_marker', /^[^\S\n]{0,40}(?:system|developer|assistant|user)[^\S\n]{0,40}[:：]/imu],
  ['chatml_token', /<\|\s{0,10}(?:im_start|im_end|endoftext)\s{0,10}\|>/iu],
  [
    'ignore_previous',
    /\b(?:ignore|disregard)\b[\s\S]{0,40}?\b(?:previous|prior|above)\b[\s\S]{0,30}?\b(?:instruction|prompt|rule)s?\b/iu,
  ],
  [
    'ignore_previous_zh',
    /(?:忽略|无视|無視|忘记|忘記|不要理会|不要理會)[\s\S]{0,12}?(?:之前|此前|先前|以上|上述|上面|前面)[\s\S]{0,12}?(?:指令|指示|提示|规则|規則|要求|设定|設定)/u,
  ],
]
