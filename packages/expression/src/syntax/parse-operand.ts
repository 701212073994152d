import { accept, type Cursor, fail, failExpected, here, peek } from './cursor.ts'
import { issueAt } from './issue.ts'
import { parsePath, parseRooted } from './parse-path.ts'
import type { OperandNode } from './syntax.ts'
import type { Token } from './tokenize.ts'

/** Parses a value, path, macro, call or, after in, a list. */
export function parseOperand(
  cursor: Cursor,
  options: { readonly allowsList?: boolean } = {},
): OperandNode | undefined {
  const token = peek(cursor)
  if (!token) return failExpected(cursor, 'a value')
  if (token.type === 'number') return parseNumber(cursor, token)
  if (token.type === 'text') {
    cursor.at += 1
    return { type: 'text', value: token.value ?? '', from: token.from, to: token.to }
  }
  if (token.type === '[') return parseList(cursor, options.allowsList === true)
  if (token.type === 'root') return parseRooted(cursor)
  if (token.type !== 'name') return failExpected(cursor, 'a value')
  if (peek(cursor, 1)?.type === '(') return parseCall(cursor, token)
  return peek(cursor, 1)?.type === '.'
    ? parsePath(cursor)
    : (parseWord(cursor, token) ?? parsePath(cursor))
}

function parseWord(cursor: Cursor, token: Token): OperandNode | undefined {
  const span = { from: token.from, to: token.to }
  if (token.text !== 'null' && token.text !== 'true' && token.text !== 'false') return undefined
  cursor.at += 1
  return token.text === 'null'
    ? { type: 'null', ...span }
    : { type: 'boolean', value: token.text === 'true', ...span }
}

function parseNumber(cursor: Cursor, token: Token): OperandNode | undefined {
  const value = Number(token.text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return fail(cursor, issueAt(token, 'The number is too large to be exact'))
  cursor.at += 1
  // Normalises -0 to 0, so that there is one printed form.
  return { type: 'number', value: value === 0 ? 0 : value, from: token.from, to: token.to }
}

function parseItems(cursor: Cursor, end: ')' | ']'): readonly OperandNode[] | undefined {
  const items: OperandNode[] = []
  while (peek(cursor)?.type !== end) {
    const item = parseOperand(cursor)
    if (!item) return undefined
    items.push(item)
    if (!accept(cursor, ',')) break
    if (end === ')' && peek(cursor)?.type === ')') return failExpected(cursor, 'a value')
  }
  return peek(cursor)?.type === end ? items : failExpected(cursor, `, or ${end}`)
}

function parseList(cursor: Cursor, isAllowed: boolean): OperandNode | undefined {
  const { from } = here(cursor)
  if (!isAllowed) return fail(cursor, issueAt(here(cursor), 'A list can only follow in or !in'))
  cursor.at += 1
  if (peek(cursor)?.type === ']') return failExpected(cursor, 'a value')
  const items = parseItems(cursor, ']')
  const close = items && accept(cursor, ']')
  return close && { type: 'list', items, from, to: close.to }
}

function parseCall(cursor: Cursor, name: Token): OperandNode | undefined {
  cursor.at += 2
  const args = parseItems(cursor, ')')
  const close = args && accept(cursor, ')')
  return close && { type: 'call', name: name.text, args, from: name.from, to: close.to }
}
