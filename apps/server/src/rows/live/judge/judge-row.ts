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

/** The conditions that all must hold. */
function conjunctsOf(folded: Folded): readonly Folded[] {
  return typeof folded === 'object' && folded.type === 'all' ? folded.items : [folded]
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

/** A value that a column of every visible row has. */
export interface RequiredValue {
  readonly column: string
  readonly value: string
}

function requiredBy(node: Checked): RequiredValue | undefined {
  if (node.type !== 'compare' || node.operator !== '=' || node.isNegated) return undefined
  const [target] = node.targets
  if (target?.comparison !== 'text') return undefined
  return pairOf(node, target.operand) ?? pairOf({ ...node, left: target.operand }, node.left)
}

function pairOf({ left }: Comparing, other: Operand): RequiredValue | undefined {
  if (left.type !== 'path' || other.type !== 'value') return undefined
  const { start, hops, column, keys, modifier } = left
  const isPlain = start.key === '' && hops.length === 0 && keys.length === 0 && !modifier
  if (!isPlain || column.isMany || column.kind === 'json') return undefined
  const { value } = other
  return typeof value === 'string' && value !== '' ? { column: column.name, value } : undefined
}

/** How changes are judged for one caller at one moment. */
export interface Judgement {
  readonly rule: Folded
  readonly filter: Folded
  /** The logged row decides; else the database. */
  readonly isInMemory: boolean
  /** The columns of an answer if the log has all of them; else the row is read from the database. */
  readonly columns: readonly string[] | undefined
  readonly required: RequiredValue | undefined
  /** What the rule compares, and what both compare. */
  readonly ruleTexts: ComparedTexts
  readonly texts: ComparedTexts
  readonly ruled: LoggedColumns
}

/** The first `column = "value"` that rows must meet, so that subscribers are found by the value. */
export function requiredValue(...expressions: readonly Folded[]): RequiredValue | undefined {
  for (const node of expressions.flatMap(conjunctsOf)) {
    const found = typeof node === 'object' ? requiredBy(node) : undefined
    if (found) return found
  }
  return undefined
}
