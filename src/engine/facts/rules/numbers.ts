/** Numbers as they are written in the three languages of the rules: digits, Han numerals, English words. */

const HAN_DIGITS = '〇一二三四五六七八九'
const HAN_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

const ENGLISH_WORDS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9,
  ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17,
  eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70,
  eighty: 80, ninety: 90, hundred: 100, dozen: 12,
} // prettier-ignore

const ENGLISH_ORDINALS: Readonly<Record<string, number>> = {
  first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10,
  eleventh: 11, twelfth: 12, thirteenth: 13, fourteenth: 14, fifteenth: 15, sixteenth: 16, seventeenth: 17,
  eighteenth: 18, nineteenth: 19, twentieth: 20, thirtieth: 30,
} // prettier-ignore

/** The number that `text` spells, or null: `12`, `十二`, `三十一`, `两`, `twenty-two`, `a couple of`, `21st`, `third`. */
export function parseNumber(text: string): number | null {
  const word = text.trim().toLowerCase()
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)
  if (digits) return Number(digits[1])
  if (/^[〇零一二两兩三四五六七八九十百千廿半]+$/.test(word)) return parseHan(word)
  return parseEnglish(word)
}

function parseHan(text: string): number | null {
  if (text === '半') return null
  const plain = text
    .replace(/[两兩]/g, '二')
    .replace(/零/g, '〇')
    .replace(/廿/g, '二十')
  if (!/[十百千]/.test(plain)) {
    // 二〇二五: digit by digit
    return Number([...plain].map((digit) => HAN_DIGITS.indexOf(digit)).join(''))
  }
  let total = 0
  let digit = 0
  for (const character of plain) {
    const unit = HAN_UNITS[character]
    if (unit === undefined) {
      digit = HAN_DIGITS.indexOf(character)
    } else {
      total += (digit || 1) * unit
      digit = 0
    }
  }
  return total + digit
}

function parseEnglish(word: string): number | null {
  const parts = word
    .replace(/\bof\b/g, ' ')
    .split(/[\s-]+/)
    .filter((part) => part !== '')
  if (parts.length === 0) return null
  let total = 0
  for (const part of parts) {
    const value = ENGLISH_WORDS[part] ?? ENGLISH_ORDINALS[part]
    if (value === undefined) return null
    if (part === 'couple' || part === 'dozen') total = Math.max(total, 1) * value
    else if (value === 100) total = Math.max(total, 1) * 100
    else total += value
  }
  return total
}
