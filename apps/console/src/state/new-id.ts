const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

/** A random id of a table or a field: short enough to read in JSON, long enough to avoid collisions. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
