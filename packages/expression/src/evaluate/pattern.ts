import { lowerText } from './text.ts'

/** A parsed `~` pattern: lower-case pieces between wildcards; a single piece means "contains". */
type Pattern = { readonly pieces: readonly string[]; readonly hasWildcard: boolean }

/** `%` is a wildcard, `\%` and `\\` are escapes; all other characters, including `_`, are literal. */
function readPattern(pattern: string): Pattern {
  const pieces = ['']
  let hasWildcard = false
  for (let at = 0; at < pattern.length; at++) {
    const next = pattern[at + 1]
    let character = pattern[at] ?? ''
    if (character === '%') {
      hasWildcard = true
      pieces.push('')
      continue
    }
    if (character === '\\' && (next === '%' || next === '\\')) {
      character = next
      at += 1
    }
    pieces[pieces.length - 1] += character
  }
  return { pieces: pieces.map(lowerText), hasWildcard }
}

/** Whether a text matches a `~` pattern, ignoring ASCII case; linear in both lengths. */
export function matchesPattern(text: string, pattern: string): boolean {
  const { pieces, hasWildcard } = readPattern(pattern)
  const subject = lowerText(text)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (!hasWildcard) return findPiece(subject, first, 0) >= 0
  if (subject.length < first.length + last.length) return false
  if (!subject.startsWith(first) || !subject.endsWith(last)) return false
  const end = subject.length - last.length
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const match = findPiece(subject, piece, at)
    if (match < 0 || match + piece.length > end) return false
    at = match + piece.length
  }
  return true
}

/** The pattern for SQL LIKE with `\` as escape; match it against lower-case text. */
export function toLike(pattern: string): string {
  const { pieces, hasWildcard } = readPattern(pattern)
  const like = pieces.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%')
  return hasWildcard ? like : `%${like}%`
}

/** Knuth–Morris–Pratt, because indexOf can be quadratic. */
function findPiece(text: string, piece: string, from: number): number {
  if (piece.length < 4) return text.indexOf(piece, from)
  const back = new Uint32Array(piece.length)
  for (let at = 1, length = 0; at < piece.length; ) {
    if (piece[at] === piece[length]) back[at++] = ++length
    else if (length > 0) length = back[length - 1] ?? 0
    else back[at++] = 0
  }
  for (let at = from, length = 0; at < text.length; ) {
    if (text[at] === piece[length]) {
      at += 1
      length += 1
      if (length === piece.length) return at - length
    } else if (length > 0) length = back[length - 1] ?? 0
    else at += 1
  }
  return -1
}
