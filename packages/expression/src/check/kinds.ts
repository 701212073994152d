import type { Operator } from '../syntax/syntax.ts'
import type { ColumnKind } from './catalogue.ts'

/**
 * Kind of an operand. Besides the column kinds: `word` and `blank` are text literals ("" is blank), `null` is the
 * literal null, `input` is external text (query, headers, constants) that is converted to the other side's kind,
 * `any` is an external JSON value.
 */
export type Kind = ColumnKind | 'word' | 'blank' | 'null' | 'input' | 'any'

/** How two values are compared, given both kinds. */
export type Comparison = 'text' | 'number' | 'bool' | 'date' | 'dynamic' | 'empty'

export type Family = 'equal' | 'order' | 'match' | 'member'

export const OPERATORS: Readonly<
  Record<Operator, { readonly family: Family; readonly isNegated: boolean }>
> = {
  '=': { family: 'equal', isNegated: false },
  '!=': { family: 'equal', isNegated: true },
  '>': { family: 'order', isNegated: false },
  '>=': { family: 'order', isNegated: false },
  '<': { family: 'order', isNegated: false },
  '<=': { family: 'order', isNegated: false },
  '~': { family: 'match', isNegated: false },
  '!~': { family: 'match', isNegated: true },
  in: { family: 'member', isNegated: false },
  '!in': { family: 'member', isNegated: true },
}

const all: readonly Family[] = ['equal', 'order', 'match', 'member']

/** Operators available for each kind. */
export const FAMILIES: Readonly<Record<Kind, readonly Family[]>> = {
  text: all,
  word: all,
  blank: all,
  null: all,
  input: all,
  any: all,
  json: all,
  id: ['equal', 'member'],
  number: ['equal', 'order', 'member'],
  date: ['equal', 'order', 'member'],
  bool: ['equal', 'member'],
  file: ['equal'],
}

type Row = Readonly<Partial<Record<Kind, Comparison>>>
const textual: Row = { text: 'text', word: 'text', blank: 'text', id: 'text' }
const outside: Row = { input: 'dynamic', any: 'dynamic', json: 'dynamic' }

/**
 * Which kinds compare, and how; a missing entry is an error. Date and json do not compare: converting a row's json
 * text to a date could fail inside the database.
 */
export const PAIRS: Readonly<Record<Kind, Row>> = {
  text: { ...textual, input: 'text', any: 'text', json: 'text', null: 'empty' },
  word: { ...textual, input: 'text', any: 'text', json: 'text', date: 'date', null: 'empty' },
  blank: { ...textual, input: 'text', any: 'text', json: 'text', null: 'empty' },
  id: { ...textual, input: 'text', any: 'text', json: 'text', null: 'empty' },
  number: { number: 'number', input: 'number', any: 'number', json: 'number', null: 'empty' },
  bool: { bool: 'bool', input: 'bool', any: 'bool', json: 'bool', null: 'empty' },
  date: { date: 'date', word: 'date', input: 'date', any: 'date', null: 'empty' },
  file: { null: 'empty' },
  json: { ...textual, ...outside, number: 'number', bool: 'bool', null: 'empty' },
  any: { ...textual, ...outside, number: 'number', bool: 'bool', date: 'date', null: 'empty' },
  input: { ...textual, ...outside, number: 'number', bool: 'bool', date: 'date', null: 'empty' },
  null: {
    text: 'empty',
    word: 'empty',
    blank: 'empty',
    id: 'empty',
    number: 'empty',
    bool: 'empty',
    date: 'empty',
    file: 'empty',
    json: 'empty',
    any: 'empty',
    input: 'empty',
    null: 'empty',
  },
}

/** Comparison of two kinds for an operator family; undefined if they do not compare. */
export function findComparison(family: Family, left: Kind, right: Kind): Comparison | undefined {
  if (!FAMILIES[left].includes(family) || !FAMILIES[right].includes(family)) return undefined
  const hasBlank = left === 'blank' || right === 'blank'
  // Null and "" are equal for = and !=, except in json.
  if (family === 'equal' && hasBlank && left !== 'json' && right !== 'json') return 'empty'
  return PAIRS[left][right]
}
