/** Values of a list are written separated by a comma and a space. */
export const LIST_SEPARATOR = ', '

export function writeList(values: readonly string[]): string {
  return values.join(LIST_SEPARATOR)
}

/** The values of a written list, without empty ones and repetitions; a comma without a space belongs to its value. */
export function readList(text: string): string[] {
  const values = text.split(/,\s+|,$/).map((value) => value.trim())
  return [...new Set(values)].filter((value) => value !== '')
}
