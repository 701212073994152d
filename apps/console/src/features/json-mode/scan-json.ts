export interface TextSpan {
  from: number
  to: number
}

export type JsonScan =
  | { ok: true; spans: ReadonlyMap<string, TextSpan> }
  | { ok: false; issue: TextSpan & { message: string } }

interface Frame {
  isList: boolean
  from: number
  path: string
  /** The current key or array index. */
  member: string | number
}

const SPACE = /[ \t\r\n]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

class Unreadable extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) throw new Unreadable(at, 'A string cannot contain a line break.')
    const next = code === 0x5c ? skip(ESCAPE, text, at) : at + 1
    if (next === at) throw new Unreadable(at, 'Unknown escape sequence.')
    at = next
  }
  throw new Unreadable(from, 'This string has no closing quote.')
}

function endOfScalar(text: string, from: number): number {
  const to = text[from] === '"' ? endOfText(text, from) : skip(SCALAR, text, from)
  if (to === from) throw new Unreadable(from, 'Expected a value.')
  return to
}

function readKey(text: string, from: number): { key: string; to: number } {
  if (text[from] !== '"') throw new Unreadable(from, 'Expected a key in double quotes.')
  const end = endOfText(text, from)
  const colon = skip(SPACE, text, end)
  if (text[colon] !== ':') throw new Unreadable(colon, 'Expected a colon.')
  return { key: JSON.parse(text.slice(from, end)), to: skip(SPACE, text, colon + 1) }
}

/** Scans without recursion, so that deep nesting cannot overflow the stack. */
function walk(text: string, found: (path: string, span: TextSpan) => void) {
  const open: Frame[] = []
  let at = skip(SPACE, text, 0)
  let isFirst = false
  const pathNow = () => {
    const frame = open.at(-1)
    if (!frame) return ''
    return frame.path === '' ? `${frame.member}` : `${frame.path}.${frame.member}`
  }
  for (;;) {
    const frame = open.at(-1)
    if (isFirst && frame && text[at] === (frame.isList ? ']' : '}')) {
      open.pop()
      at += 1
      found(frame.path, { from: frame.from, to: at })
    } else {
      if (frame && !frame.isList) {
        const { key, to } = readKey(text, at)
        frame.member = key
        at = to
      }
      const isList = text[at] === '['
      if (isList || text[at] === '{') {
        open.push({ isList, from: at, path: pathNow(), member: 0 })
        at = skip(SPACE, text, at + 1)
        isFirst = true
        continue
      }
      const to = endOfScalar(text, at)
      found(pathNow(), { from: at, to })
      at = to
    }
    isFirst = false
    at = closeFrames(text, { at, open, found })
    if (open.length === 0) return
  }
}

/** Closes every object and array that ends here, and skips the comma after them. */
function closeFrames(
  text: string,
  place: { at: number; open: Frame[]; found: (path: string, span: TextSpan) => void },
): number {
  let at = skip(SPACE, text, place.at)
  for (let frame = place.open.at(-1); frame; frame = place.open.at(-1)) {
    if (text[at] === ',') {
      if (typeof frame.member === 'number') frame.member += 1
      return skip(SPACE, text, at + 1)
    }
    const close = frame.isList ? ']' : '}'
    if (text[at] !== close) throw new Unreadable(at, `Expected a comma or ${close}.`)
    place.open.pop()
    place.found(frame.path, { from: frame.from, to: at + 1 })
    at = skip(SPACE, text, at + 1)
  }
  if (at < text.length) throw new Unreadable(at, 'Unexpected text after the end of the JSON.')
  return at
}

/** Finds the positions of values in a JSON text by path (`tables.0.name`), or its first syntax error. */
export function scanJson(text: string, wanted: ReadonlySet<string>): JsonScan {
  const spans = new Map<string, TextSpan>()
  try {
    walk(text, (path, span) => {
      if (wanted.has(path)) spans.set(path, span)
    })
    return { ok: true, spans }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const from = Math.min(error.at, text.length)
    return {
      ok: false,
      issue: { from, to: Math.min(from + 1, text.length), message: error.message },
    }
  }
}
