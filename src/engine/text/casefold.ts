/** Unicode case folding for comparison, as Python's `str.casefold` does it: ß is ss, ς is σ, ı stays. */
export function casefold(text: string): string {
  let folded = ''
  for (const character of text) {
    folded += character === 'ı' ? character : character.toUpperCase().toLowerCase()
  }
  return folded.replaceAll('ς', 'σ')
}
