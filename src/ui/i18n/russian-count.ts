/** A number with the form of its noun that Russian asks for: 1 запись, 2 записи, 5 записей. */
export function russianCount(n: number, one: string, few: string, many: string): string {
  const form = rules.select(n)
  return `${n} ${form === 'one' ? one : form === 'few' ? few : many}`
}

const rules = new Intl.PluralRules('ru')
