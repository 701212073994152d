import type { Data } from '@plinth/expression'
import { notFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import { needsOldRow } from '../statements/expression/request-needs.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { type View, WHOLE_ROW } from '../statements/select/row-object.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { readyUpdate } from './ready-write.ts'
import { refuseWrite } from './refuse-write.ts'
import { linkChecks, tryWrite } from './run-write.ts'

interface Change {
  readonly row: SentRow
  readonly body: Data
  readonly view: View
  /** Milliseconds; what the caller last saw. */
  readonly basedOn: number | undefined
}

/** How often a row may be changed by others while its rule is being asked. */
const TRIES = 5

/** Changes one row and answers with it as it is then. */
export async function changeRow(ask: Ask, change: Change): Promise<string> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const old = asksOld(ask, change.body) ? await readOld(ask, change.row.id) : undefined
    const answer = await tryChange(ask, change, old)
    if (answer !== undefined) return answer
    const current = await readSeen(ask, change.row.id)
    if (change.basedOn !== undefined && current && momentOf(current) !== change.basedOn)
      throw staleRow(current, change.body)
    // The rule said no to a row that was already another.
    const isMoved = old && momentOf(await readOld(ask, change.row.id)) !== momentOf(old)
    if (!isMoved) throw notFound()
  }
  throw new Refusal('conflict', 'The row is being changed by somebody else. Try again.')
}

function asksOld({ environment, table, judge }: Ask, body: Data): boolean {
  if (judge.isStaff) return false
  const read = environment.rules.rule(table, 'update')
  return read.ok && read.rule.type === 'open' && needsOldRow(read.rule.checked, body)
}

async function tryChange(
  ask: Ask,
  { row, body, view, basedOn }: Change,
  old: Data | undefined,
): Promise<string | undefined> {
  const { table, judge, now } = ask
  const ifUpdatedOn = basedOn ?? (old ? momentOf(old) : undefined)
  const plan = readyUpdate(ask, {
    table,
    row,
    now,
    view,
    viewer: judge.viewer,
    rule: judge.rule(table, 'update', { body, old }),
    ...(judge.updateRule && { linkRule: judge.updateRule }),
    ...(ifUpdatedOn !== undefined && { ifUpdatedOn }),
  })
  const written = await tryWrite(ask, {
    plan: { ...plan, checks: linkChecks(ask, [row]) },
    shape: 'one',
    action: 'updated',
    ids: [row.id],
    rows: [row],
  })
  if (written.ok) return written.text
  if (written.failing.reason !== 'denied') throw refuseWrite(ask, written)
  return undefined
}

/** The whole row for the rule to look at; nothing of it is answered. */
export async function readOld(
  { environment, runner, table }: Pick<Ask, 'environment' | 'runner' | 'table'>,
  id: string,
): Promise<Data> {
  const one = { table, id, rule: true, view: WHOLE_ROW, viewer: { seesHidden: true } }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (!row) throw notFound()
  return JSON.parse(String(row.answer))
}

/** The row as the caller may see it. */
export async function readSeen(
  { environment, runner, table, judge }: Ask,
  id: string,
): Promise<Data | undefined> {
  const rule = judge.rule(table, 'view')
  const one = { table, id, rule, view: WHOLE_ROW, viewer: judge.viewer }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  return row && JSON.parse(String(row.answer))
}

export function momentOf({ updatedOn }: Data): number {
  return Date.parse(String(updatedOn))
}

/** Somebody else saved first: both sides, so that a person can choose. */
export function staleRow(theirs: Data, yours: unknown): Refusal {
  return new Refusal('stale', 'Somebody else saved this first.', {
    details: { updatedOn: theirs.updatedOn, theirs, yours },
  })
}
