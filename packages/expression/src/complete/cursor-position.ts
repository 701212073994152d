import type { Token, TokenType } from '../syntax/tokenize.ts'

export type CursorPosition = 'operand' | 'operator' | 'joiner'

const ENDS: ReadonlySet<TokenType> = new Set(['number', 'digits', 'text', 'name', 'root', ')', ']'])

/** What the grammar expects after these tokens; tolerates errors earlier in the text. */
export function findCursorPosition(tokens: readonly Token[]): CursorPosition {
  let isRight = false
  let inList = false
  let position: CursorPosition = 'operand'
  const calls: boolean[] = []
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'and' || type === 'or') isRight = false
    if (type === 'operator') isRight = true
    if (type === '[' || type === ']') inList = type === '['
    if (type === '(') calls.push(tokens[at - 1]?.type === 'name')
    if (type === ')' && calls.pop() !== true) isRight = true
    const isOver = ENDS.has(type) && !inList && calls.at(-1) !== true
    position = isOver ? (isRight ? 'joiner' : 'operator') : 'operand'
  }
  return position
}
