import type { ChangeType } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import type { LoggedChange } from '../../runners/row-runner.ts'
import { MAX_JUDGED_CHARACTERS } from '../limits/live-limits.ts'
import { ColumnSizes, type ComparedTexts } from './compared-texts.ts'
import { holdsFor, JudgeLimit, type Judgement } from './judge-row.ts'

/** A logged change with its rows parsed. */
export interface ParsedChange {
  readonly change: LoggedChange
  /** The row after the change, or the deleted one. */
  readonly row: Data
  readonly old: Data | null
  /** The JSON of the row by the columns that it was made of. */
  readonly texts: Map<string, string>
  /** Characters of the logged rows. */
  readonly characters: number
  readonly sizes: ColumnSizes
}

export function parseChange(change: LoggedChange): ParsedChange {
  const row = readStoredObject(change.row, 'logged row')
  const old = change.old === null ? null : readStoredObject(change.old, 'logged row')
  const characters = change.row.length + (change.old?.length ?? 0)
  return { change, row, old, texts: new Map(), characters, sizes: new ColumnSizes(row, old) }
}

/** Whether comparing the texts of a change takes so little time that it may be done on the event loop. */
export function isShort(
  { columns, fixed }: ComparedTexts,
  { characters, sizes }: ParsedChange,
): boolean {
  // The whole rows are an upper bound, known at once.
  if (fixed + columns.length * characters <= MAX_JUDGED_CHARACTERS) return true
  let sum = fixed
  for (const column of columns) sum += sizes.of(column)
  return sum <= MAX_JUDGED_CHARACTERS
}

/**
 * Whether the rule alone let the subscriber see the row before a change; undefined if its texts are too long to compare.
 * The filter has no part: what it matches is no secret of a row that its subscriber saw.
 */
export function wasAllowed(
  { rule, ruleTexts }: Judgement,
  parsed: ParsedChange,
  now: number,
): boolean | undefined {
  if (!isShort(ruleTexts, parsed)) return undefined
  const { change, row, old } = parsed
  const before = change.operation === 'deleted' ? row : old
  return unlessLong(() => before !== null && holdsFor(rule, before, now), undefined)
}

/** The result, or another one if the expressions compare too much. */
function unlessLong<Result, Otherwise>(judge: () => Result, otherwise: Otherwise) {
  try {
    return judge()
  } catch (error) {
    if (error instanceof JudgeLimit) return otherwise
    throw error
  }
}

/** What a change means to a subscriber. */
export interface Judged {
  readonly type: ChangeType
  /** The row was not visible to this subscriber before. */
  readonly isEntered?: true
}

function isVisible({ rule, filter }: Judgement, row: Data, now: number): boolean {
  return holdsFor(rule, row, now) && holdsFor(filter, row, now)
}

/** Judges the old and the new row; undefined if the subscriber sees neither. */
function judgeRows(
  judgement: Judgement,
  { change, row, old }: ParsedChange,
  now: number,
): Judged | undefined {
  const isNew = isVisible(judgement, row, now)
  if (change.operation === 'deleted') return isNew ? { type: 'delete' } : undefined
  if (change.operation === 'created') return isNew ? { type: 'create' } : undefined
  const wasVisible = old !== null && isVisible(judgement, old, now)
  if (wasVisible) return { type: isNew ? 'update' : 'leave' }
  return isNew ? { type: 'create', isEntered: true } : undefined
}

/** What a change means to a subscriber; `undecided` if finding out takes so long that the database must do it. */
export function judgeChange(
  judgement: Judgement,
  parsed: ParsedChange,
  now: number,
): Judged | 'undecided' | undefined {
  if (!isShort(judgement.texts, parsed)) return 'undecided'
  return unlessLong(() => judgeRows(judgement, parsed, now), 'undecided' as const)
}

/** The JSON of a logged row with the columns of an answer. */
export function printRow({ row, texts }: ParsedChange, columns: readonly string[]): string {
  const key = columns.join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))
  texts.set(key, text)
  return text
}
