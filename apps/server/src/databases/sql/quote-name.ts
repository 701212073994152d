const LONGEST = 63

/** An identifier as it stands in a statement; one that the database would cut short is refused. */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > LONGEST) {
    throw new Error('this is not a name for a table, column or index')
  }
  return `"${name.replaceAll('"', '""')}"`
}
