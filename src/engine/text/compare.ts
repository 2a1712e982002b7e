/** Order of texts by Unicode code points, as Python sorts them; `<` compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    if (a.charCodeAt(index) === b.charCodeAt(index)) continue
    // At the first difference a low surrogate stands for the code point that began one unit before.
    return codePointAround(a, index) - codePointAround(b, index)
  }
  return a.length - b.length
}

function codePointAround(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const low = unit >= 0xdc00 && unit <= 0xdfff
  return text.codePointAt(low ? index - 1 : index) ?? unit
}
