import { findClosest } from './closest.ts'
import { accept, type Cursor, fail, failExpected, here, peek } from './cursor.ts'
import { issueAt } from './issue.ts'
import {
  MACROS,
  MODIFIERS,
  type Modifier,
  type OperandNode,
  type PathNode,
  ROOTS,
  type Root,
  type Segment,
} from './syntax.ts'

const LARGEST_INDEX = 99_999

/** Parses a path without a root, such as `author.name:lower`. */
export function parsePath(cursor: Cursor, root?: Root): PathNode | undefined {
  const segments: Segment[] = []
  const { from } = root ?? here(cursor)
  do {
    const segment = parseSegment(cursor, segments.length > 0)
    if (!segment) return undefined
    segments.push(segment)
  } while (accept(cursor, '.'))
  const to = segments.at(-1)?.to ?? from
  const path = root
    ? ({ type: 'path', root, segments, from, to } as const)
    : ({ type: 'path', segments, from, to } as const)
  if (!accept(cursor, ':')) return path
  return parseModifier(cursor, path)
}

/** Parses an operand that begins with `@`: a macro, or a path from one of the three roots. */
export function parseRooted(cursor: Cursor): OperandNode | undefined {
  const token = peek(cursor)
  if (!token) return undefined
  const macro = MACROS.find((name) => name === token.text)
  const type = ROOTS.find((name) => name === token.text)
  if (macro) {
    cursor.at += 1
    return { type: 'macro', name: macro, from: token.from, to: token.to }
  }
  if (!type) {
    const suggestion = findClosest(token.text, [...ROOTS, ...MACROS])
    return fail(cursor, issueAt(token, `There is no ${token.text.slice(0, 40)}`, suggestion))
  }
  cursor.at += 1
  if (!accept(cursor, '.')) return failExpected(cursor, `. after ${type}`, '.')
  if (type !== '@table') return parsePath(cursor, { type, from: token.from, to: token.to })
  const root = parseTableRoot(cursor, token.from)
  return root && parsePath(cursor, root)
}

function parseTableRoot(cursor: Cursor, from: number): Root | undefined {
  const table = accept(cursor, 'name')
  if (!table) return failExpected(cursor, 'the name of a table')
  const alias = accept(cursor, ':') && (accept(cursor, 'name') ?? failExpected(cursor, 'an alias'))
  if (cursor.issue) return undefined
  if (!accept(cursor, '.')) return failExpected(cursor, '. and a column', '.')
  const root = { type: '@table', table: table.text, from } as const
  return alias ? { ...root, alias: alias.text, to: alias.to } : { ...root, to: table.to }
}

function parseSegment(cursor: Cursor, mayBeIndex: boolean): Segment | undefined {
  const name = accept(cursor, 'name')
  if (name) return { name: name.text, from: name.from, to: name.to }
  const digits = mayBeIndex ? accept(cursor, 'digits') : undefined
  if (!digits) return failExpected(cursor, 'a name')
  const index = Number(digits.text)
  if (index > LARGEST_INDEX)
    return fail(cursor, issueAt(digits, `An index is at most ${LARGEST_INDEX}`))
  return { name: index, from: digits.from, to: digits.to }
}

function parseModifier(cursor: Cursor, path: PathNode): PathNode | undefined {
  const token = peek(cursor)
  const modifier: Modifier | undefined = MODIFIERS.find((name) => name === token?.text)
  if (!token || !modifier) {
    const suggestion = findClosest(token?.text ?? '', MODIFIERS)
    return failExpected(cursor, `one of ${MODIFIERS.join(', ')}`, suggestion)
  }
  cursor.at += 1
  if (peek(cursor)?.type === '.')
    return fail(cursor, issueAt(token, 'A modifier is only allowed on the last segment'))
  return { ...path, modifier, to: token.to }
}
