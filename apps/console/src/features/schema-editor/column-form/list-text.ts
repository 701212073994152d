export const LIST_SEPARATOR = ', '

export function writeList(values: readonly string[]): string {
  return values.join(LIST_SEPARATOR)
}

/** Splits a list text, without empty values and duplicates; a comma without a space is part of a value. */
export function readList(text: string): string[] {
  const values = text.split(/,\s+|,$/).map((value) => value.trim())
  return [...new Set(values)].filter((value) => value !== '')
}

/** The parts of a value that was probably meant as several, as in `gold,silver`; a number such as `1,000` is one. */
export function splitValue(value: string): string[] {
  if (/^\d{1,3}(,\d{3})+$/.test(value)) return [value]
  const parts = value.split(',').map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : [value]
}
