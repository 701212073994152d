const UPPER = /[A-Z]+/g

/** Lower-cases A–Z only: the only case folding that PostgreSQL (collation C) and SQLite share. */
export function lowerText(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase())
}

/** Number of code points, as both databases count. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Compares by code point, which is the UTF-8 byte order of both databases. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates represent code points above all other UTF-16 units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
