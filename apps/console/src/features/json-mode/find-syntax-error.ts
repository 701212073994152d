import { visit } from 'jsonc-parser'

export interface TextSpan {
  from: number
  to: number
}

/** The parser recurses, so a limit prevents a stack overflow. */
const MAX_DEPTH = 1000
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null/y
const STRING_START = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

class JsonSyntaxError extends Error {
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

function checkString(text: string, from: number) {
  const end = skip(STRING_START, text, from)
  if (end === text.length) throw new JsonSyntaxError(from, 'This string has no closing quote.')
  if (text[end] === '\\') throw new JsonSyntaxError(end, 'Unknown escape sequence.')
  if (text[end] !== '"') throw new JsonSyntaxError(end, 'A string cannot contain a line break.')
}

type Expected = 'key' | 'value' | 'colon' | 'comma' | 'end'

/** What the grammar expects after a text that is correct so far. */
function expectedAfter(before: string, close: string | undefined, isAfterKey: boolean): Expected {
  const last = before.trimEnd().at(-1)
  if (last === '{' || (last === ',' && close === '}')) return 'key'
  if (last === undefined || '[:,'.includes(last)) return 'value'
  if (isAfterKey) return 'colon'
  return close ? 'comma' : 'end'
}

const messages = {
  key: () => 'Expected a key in double quotes.',
  value: () => 'Expected a value.',
  colon: () => 'Expected a colon.',
  comma: (close: string | undefined) => `Expected a comma or ${close}.`,
  end: () => 'Unexpected text after the end of the JSON.',
}

function parse(text: string) {
  const open: string[] = []
  let isAfterKey = false
  const enter = (close: string, at: number) => {
    open.push(close)
    if (open.length > MAX_DEPTH) throw new JsonSyntaxError(at, 'This is nested too deeply.')
  }
  // The parser also reports an end at the end of a text that lacks the bracket.
  const leave = (at: number) => (at < text.length ? open.pop() : undefined)
  const fail = (at: number): never => {
    const close = open.at(-1)
    const expected = expectedAfter(text.slice(0, at), close, isAfterKey)
    const canBeString = expected === 'key' || expected === 'value'
    if (canBeString && text[at] === '"') checkString(text, at)
    // The parser marks all of `truex` or `1.`; the error is after the part that is a value.
    const end = expected === 'value' ? skip(SCALAR, text, at) : at
    if (end > at) return fail(end)
    throw new JsonSyntaxError(at, messages[expected](close))
  }
  const visitor = {
    onObjectBegin: (at: number) => enter('}', at),
    onArrayBegin: (at: number) => enter(']', at),
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty: () => {
      isAfterKey = true
    },
    onSeparator: () => {
      isAfterKey = false
    },
    onError: (_code: number, at: number) => fail(at),
  }
  visit(text, visitor, { disallowComments: true })
}

/** The first error in a JSON text. Accepts what `JSON.parse` accepts, up to a depth of 1000. */
export function findSyntaxError(text: string): (TextSpan & { message: string }) | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { at, message } = error
    return { from: at, to: Math.min(at + 1, text.length), message }
  }
}
