import { accept, type Cursor, failExpected, peek } from './cursor.ts'
import { type Failure, failure } from './issue.ts'
import { findSizeIssue, findTokenIssue } from './limits.ts'
import { parseOperand } from './parse-operand.ts'
import type { CompareNode, Expression, Operator } from './syntax.ts'
import { type Token, tokenize } from './tokenize.ts'

/** `expression` is undefined for an empty text: a locked rule, or no filter. */
export type Parsed = { readonly ok: true; readonly expression: Expression | undefined } | Failure

/** Parses a rule or filter; all limits that do not need the tables are applied before recursion. */
export function parse(text: string): Parsed {
  const tooLong = findSizeIssue(text)
  if (tooLong) return failure(tooLong)
  const scanned = tokenize(text)
  const beyond = findTokenIssue(scanned.tokens)
  if (beyond) return failure(beyond)
  if (!scanned.ok) return failure(...scanned.issues)
  const tokens = scanned.tokens.filter((token) => token.type !== 'comment')
  if (tokens.length === 0) return { ok: true, expression: undefined }
  const cursor: Cursor = { tokens, at: 0, end: text.trimEnd().length }
  const expression = parseEither(cursor)
  if (expression && cursor.at < tokens.length)
    failExpected(cursor, '&& or ||', joinerFor(peek(cursor)))
  if (cursor.issue) return failure(cursor.issue)
  return { ok: true, expression }
}

const JOINERS = new Map([
  ['and', '&&'],
  ['or', '||'],
])
const OPERATORS = new Map([
  ['like', '~'],
  ['contains', '~'],
  ['is', '='],
  ['eq', '='],
])

function joinerFor(token: Token | undefined): string | undefined {
  return JOINERS.get(token?.text.toLowerCase() ?? '')
}

function parseEither(cursor: Cursor): Expression | undefined {
  return parseJoined(cursor, { type: 'or', mark: 'or', parseItem: parseEvery })
}

function parseEvery(cursor: Cursor): Expression | undefined {
  return parseJoined(cursor, { type: 'and', mark: 'and', parseItem: parseUnit })
}

type Joined = {
  readonly type: 'and' | 'or'
  readonly mark: 'and' | 'or'
  readonly parseItem: (cursor: Cursor) => Expression | undefined
}

function parseJoined(cursor: Cursor, { type, mark, parseItem }: Joined): Expression | undefined {
  const first = parseItem(cursor)
  if (!first) return undefined
  const items = [first]
  while (accept(cursor, mark)) {
    const item = parseItem(cursor)
    if (!item) return undefined
    items.push(item)
  }
  const last = items.at(-1) ?? first
  return items.length === 1 ? first : { type, items, from: first.from, to: last.to }
}

function parseUnit(cursor: Cursor): Expression | undefined {
  const bang = accept(cursor, 'not')
  const open = accept(cursor, '(')
  if (bang && !open) return failExpected(cursor, '( after !', '(')
  if (!open) return parseConstant(cursor) ?? parseCompare(cursor)
  const item = parseEither(cursor)
  if (!item) return undefined
  const close = accept(cursor, ')')
  if (!close) return failExpected(cursor, '&&, || or )', joinerFor(peek(cursor)))
  return bang ? { type: 'not', item, from: bang.from, to: close.to } : item
}

function parseConstant(cursor: Cursor): Expression | undefined {
  const token = peek(cursor)
  if (token?.type !== 'name' || (token.text !== 'true' && token.text !== 'false')) return undefined
  if (peek(cursor, 1)?.type === 'operator') return undefined
  cursor.at += 1
  return { type: 'constant', value: token.text === 'true', from: token.from, to: token.to }
}

function parseCompare(cursor: Cursor): CompareNode | undefined {
  const start = cursor.at
  const left = parseOperand(cursor)
  if (!left) return undefined
  const mark = accept(cursor, 'operator')
  if (!mark) {
    const meant = OPERATORS.get(peek(cursor)?.text.toLowerCase() ?? '')
    if (cursor.at - start === 1 && left.type === 'path' && peek(cursor)?.type !== 'name')
      return failExpected(cursor, `an operator after ${cursor.tokens[start]?.text}`, '= true')
    return failExpected(cursor, 'an operator', meant)
  }
  const isSome = mark.text.startsWith('?')
  const operator = (isSome ? mark.text.slice(1) : mark.text) as Operator
  const right = parseOperand(cursor, { allowsList: operator === 'in' || operator === '!in' })
  if (!right) return undefined
  return { type: 'compare', operator, isSome, left, right, from: left.from, to: right.to }
}
