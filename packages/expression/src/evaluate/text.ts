const UPPER = /[A-Z]+/g

/** Lower case of A–Z only: the one folding that PostgreSQL (collation C) and SQLite share. */
export function lowerText(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase())
}

/** The number of characters as both databases count them: code points. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Orders texts by code point, which is the byte order of UTF-8 in both databases. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
