type FilterValue = string | number | boolean | null | Date | readonly string[]

function written(value: FilterValue): string {
  if (Array.isArray(value)) return `[${value.map((item: string) => written(item)).join(', ')}]`
  if (value instanceof Date) return written(value.toISOString())
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Template tag for filters: quotes interpolated values, so that they cannot inject expressions. */
export function filter(words: TemplateStringsArray, ...values: FilterValue[]): string {
  return words.reduce((text, word, at) => `${text}${written(values[at - 1] ?? null)}${word}`)
}
