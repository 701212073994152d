export const LIST_SEPARATOR = ', '

export function writeList(values: readonly string[]): string {
  return values.join(LIST_SEPARATOR)
}

/** Splits a list text, without empty values and duplicates; a comma without a space is part of a value. */
export function readList(text: string): string[] {
  const values = text.split(/,\s+|,$/).map((value) => value.trim())
  return [...new Set(values)].filter((value) => value !== '')
}
