/** How a text is written, as far as it tells its language from others. */

/** Letters: Latin, Cyrillic and whatever sets blanks between words. */
export type Writing = 'letters' | 'chinese' | 'japanese' | 'korean'

/** One Chinese or Japanese name does not make an English text Chinese: characters count twice, as they say as much. */
const CHARACTER_LETTERS = 2

export function writingOf(text: string): Writing {
  const letters = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]/gu)?.length ?? 0
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0
  if (letters >= CHARACTER_LETTERS * (kana + han + hangul)) return 'letters'
  if (hangul > kana + han) return 'korean'
  return kana > 0 ? 'japanese' : 'chinese'
}
