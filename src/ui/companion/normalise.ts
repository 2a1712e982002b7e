/**
 * What of a reply is remembered (routes.md §10.1): trimmed, without pictographs, mark-up in angle brackets and
 * rows of symbols, and without the blanks that do not stand between two Latin words.
 */

/** The text to store; empty when nothing but punctuation and symbols is left. */
export function normaliseReply(reply: string): string {
  const plain = reply
    .replace(/<[^<>]*>/g, '')
    .replace(
      /(?:\p{Extended_Pictographic}|\u200d|\ufe0f|\u20e3|\p{Emoji_Modifier}|\p{Regional_Indicator})+/gu,
      '',
    )
    .replace(/[\p{S}\p{P}]{4,}/gu, (run) => (isRowOfSymbols(run) ? '' : run))
    // The reference drops every blank of a wider gap and so glues words; one is kept here.
    .replace(/ {2,}/g, ' ')
  const text = keepWordBlanks(plain.trim())
  return /[\p{L}\p{N}]/u.test(text) ? text : ''
}

/** Decoration such as `~~~~` or `★☆★☆`; an ellipsis or closing quotes in a row are ordinary writing. */
function isRowOfSymbols(run: string): boolean {
  return !/^[.…。·!！?？"'”’」』)）\]】]+$/u.test(run)
}

function keepWordBlanks(text: string): string {
  return text.replace(/ /g, (blank, index: number) => {
    const before = text.charAt(index - 1)
    const after = text.charAt(index + 1)
    return isAscii(before) && isAscii(after) ? blank : ''
  })
}

function isAscii(character: string): boolean {
  return character !== '' && character.charCodeAt(0) < 128
}
