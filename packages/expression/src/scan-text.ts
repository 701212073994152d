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

type Literal = { readonly value: string; readonly to: number }

/** Reads one quoted text from its opening quote. */
export function scanText(text: string, from: number): Literal | Issue {
  const quote = text[from]
  let value = ''
  for (let at = from + 1; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === quote) return finish({ text, from, to: at + 1, value })
    if (character === '\n' || character === '\r') break
    if (character !== '\\') {
      value += character
      at += 1
      continue
    }
    const mark = text[at + 1] ?? ''
    const hex = text.slice(at + 2, at + 6)
    if (mark === 'u' && HEX.test(hex)) {
      value += String.fromCharCode(Number.parseInt(hex, 16))
      at += 6
      continue
    }
    const plain = ESCAPES.get(mark)
    if (plain === undefined)
      return issueAt(
        { from: at, to: Math.min(at + 2, text.length) },
        `Unknown escape \\${mark}`,
        `\\\\${mark}`,
      )
    value += plain
    at += 2
  }
  const stop = text.slice(from).search(/[\r\n]/)
  const to = stop < 0 ? text.length : from + stop
  return issueAt({ from, to }, 'The text is not closed', text.slice(from, to) + quote)
}

type Closed = Literal & { readonly text: string; readonly from: number }

function finish({ from, to, value }: Closed): Literal | Issue {
  // Neither engine can store or bind these, so no row could ever hold them.
  if (value.includes('\0') || !value.isWellFormed())
    return issueAt({ from, to }, 'A text may hold neither NUL nor half a surrogate pair')
  return { value, to }
}
