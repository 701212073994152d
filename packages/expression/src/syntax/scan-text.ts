import { type Issue, issueAt } from './issue.ts'

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
])
const HEX = /^[0-9A-Fa-f]{4}$/

/** `to` is the end of the literal, even if it is invalid. */
export type Literal = { readonly value: string; readonly to: number; readonly issue?: Issue }

/** Scans a quoted text from its opening quote. */
export function scanText(text: string, from: number): Literal {
  const quote = text[from]
  let value = ''
  let issue: Issue | undefined
  let at = from + 1
  while (at < text.length && text[at] !== quote && text[at] !== '\n' && text[at] !== '\r') {
    const piece = scanPiece(text, at)
    if (piece.value === undefined) issue ??= describeEscape(text, at)
    value += piece.value ?? ''
    at += piece.length
  }
  if (at >= text.length || text[at] !== quote) {
    const written = text.slice(from, at)
    return {
      value,
      to: at,
      issue: issueAt({ from, to: at }, 'The text is not closed', written + quote),
    }
  }
  const to = at + 1
  // Neither database can store or bind these, so no row can contain them.
  if (value.includes('\0') || !value.isWellFormed())
    issue ??= issueAt({ from, to }, 'A text cannot contain NUL or a lone surrogate')
  return issue ? { value, to, issue } : { value, to }
}

type Piece = { readonly value: string | undefined; readonly length: number }

function scanPiece(text: string, at: number): Piece {
  const character = text[at] ?? ''
  if (character !== '\\') return { value: character, length: 1 }
  const mark = text[at + 1] ?? ''
  const hex = text.slice(at + 2, at + 6)
  if (mark === 'u' && HEX.test(hex))
    return { value: String.fromCharCode(Number.parseInt(hex, 16)), length: 6 }
  // A backslash before a line break escapes nothing: the text is unterminated there.
  const isPair = mark !== '' && mark !== '\n' && mark !== '\r'
  return { value: ESCAPES.get(mark), length: isPair ? 2 : 1 }
}

function describeEscape(text: string, at: number): Issue {
  const mark = text[at + 1] ?? ''
  const span = { from: at, to: Math.min(at + 2, text.length) }
  return issueAt(span, `Unknown escape \\${mark}`, `\\\\${mark}`)
}
