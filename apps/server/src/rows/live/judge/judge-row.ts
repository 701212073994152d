import {
  type Checked,
  type Comparing,
  type Data,
  evaluate,
  type Folded,
  type Operand,
  type RowPath,
} from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import { listOperands } from '../../statements/expression/request-needs.ts'
import { MAX_JUDGE_STEPS, MAX_JUDGED_CHARACTERS } from '../limits/live-limits.ts'
import type { ComparedTexts } from './compared-texts.ts'

/** What a logged row has, for expressions that are evaluated on it. */
export interface LoggedColumns {
  readonly table: DataTable
  /** Names of the columns in the log. */
  readonly logged: ReadonlySet<string>
  /** Whether the ids of a linked table may be read; a rule reads all of them. */
  readonly showsIds: (target: string) => boolean
}

function isLogged(path: RowPath, { table, logged, showsIds }: LoggedColumns): boolean {
  const { start, hops, column, keys, modifier } = path
  if (start.key !== '' || hops.length > 0 || !logged.has(column.name)) return false
  if (column.target === undefined) return true
  const isPlain = !column.isMany && keys.length === 0 && modifier === undefined
  return isPlain && table.columns.get(column.name)?.cell !== undefined && showsIds(column.target)
}

function isJudgeable(operand: Operand, columns: LoggedColumns): boolean {
  if (operand.type === 'call') return operand.args.every((each) => isJudgeable(each, columns))
  return operand.type !== 'path' || isLogged(operand, columns)
}

/** Whether a folded expression can be decided from a logged row alone, exactly as the database decides it. */
export function canJudge(folded: Folded, columns: LoggedColumns): boolean {
  if (typeof folded === 'boolean') return true
  return listOperands(folded).every((operand) => isJudgeable(operand, columns))
}

const NO_ROWS = { list: () => [], find: () => undefined }

/** A rule or filter compares more on a row than the event loop has time for. */
export class JudgeLimit extends Error {}

/** Whether a folded expression holds for a logged row. Throws JudgeLimit if that takes too long. */
export function holdsFor(folded: Folded, row: Data, now: number): boolean {
  if (typeof folded === 'boolean') return folded
  const verdict = evaluate({
    checked: folded,
    row,
    rows: NO_ROWS,
    scope: { request: {}, now },
    steps: MAX_JUDGE_STEPS,
    characters: MAX_JUDGED_CHARACTERS,
  })
  if (!verdict.ok) throw new JudgeLimit('live: rule takes too many steps')
  return verdict.holds
}

/** A column and the value that it must have: a text, or a checkbox that is on. */
export interface RequiredValue {
  readonly column: string
  readonly value: string | true
}

/** More alternatives are more look-ups for each change than one more subscriber to judge. */
const MAX_ALTERNATIVES = 8

/** Of the conditions that all must hold, the first that names values; of alternatives, the values of each. */
function requiredBy(node: Checked): readonly RequiredValue[] | undefined {
  if (node.type === 'all') return firstOf(node.items)
  if (node.type === 'any') {
    const each = node.items.map(requiredBy)
    const all = each.flatMap((values) => values ?? [])
    return each.includes(undefined) || all.length > MAX_ALTERNATIVES ? undefined : all
  }
  const pair = comparedBy(node)
  return pair && [pair]
}

function firstOf(nodes: readonly Folded[]): readonly RequiredValue[] | undefined {
  for (const node of nodes) {
    const found = typeof node === 'object' ? requiredBy(node) : undefined
    if (found) return found
  }
  return undefined
}

function comparedBy(node: Checked): RequiredValue | undefined {
  if (node.type !== 'compare' || node.operator !== '=' || node.isNegated) return undefined
  const [target] = node.targets
  if (!target) return undefined
  const pair = pairOf(node, target.operand) ?? pairOf({ ...node, left: target.operand }, node.left)
  // A comparison of a checkbox with a text converts the text.
  const compared = pair?.value === true ? 'bool' : 'text'
  return target.comparison === compared ? pair : undefined
}

function pairOf({ left }: Comparing, other: Operand): RequiredValue | undefined {
  if (left.type !== 'path' || other.type !== 'value') return undefined
  const { start, hops, column, keys, modifier } = left
  const isPlain = start.key === '' && hops.length === 0 && keys.length === 0 && !modifier
  if (!isPlain || column.isMany || column.kind === 'json') return undefined
  const { value } = other
  const isNamed = value === true || (typeof value === 'string' && value !== '')
  return isNamed ? { column: column.name, value } : undefined
}

/** How changes are judged for one caller at one moment. */
export interface Judgement {
  readonly rule: Folded
  readonly filter: Folded
  /** The logged row decides; else the database. */
  readonly isInMemory: boolean
  /** The columns of an answer if the log has all of them; else the row is read from the database. */
  readonly columns: readonly string[] | undefined
  /** One of them is met by every visible row. */
  readonly required: readonly RequiredValue[] | undefined
  /** What the rule compares, and what both compare. */
  readonly ruleTexts: ComparedTexts
  readonly texts: ComparedTexts
  readonly ruled: LoggedColumns
}

/** The first `column = "value"`, or alternatives of them, that rows must meet, so that subscribers are found by the value. */
export const requiredValues = (...expressions: readonly Folded[]) => firstOf(expressions)
