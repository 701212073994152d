/** The chosen options or row ids of a cell value. */
export function listChoices(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' && value !== '' ? [value] : []
}
