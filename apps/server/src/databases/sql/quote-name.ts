const MAX_BYTES = 63

/** Quotes an identifier; throws if the database would truncate it. */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_BYTES) {
    throw new Error('sql: not a valid table, column or index name')
  }
  return `"${name.replaceAll('"', '""')}"`
}
