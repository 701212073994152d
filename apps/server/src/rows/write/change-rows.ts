import type { Data } from '@plinth/expression'
import { notFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import { asksOfBody, needsOldRow } from '../statements/expression/request-needs.ts'
import { type View, WHOLE_ROW } from '../statements/select/row-object.ts'
import { compileMany, compileUpdates } from '../statements/write/compile-bulk.ts'
import { compileUnmoved } from '../statements/write/compile-unmoved.ts'
import type { SentRow, Step } from '../statements/write/write-plan.ts'
import { holdVersions, type Versions } from './hold-versions.ts'
import { refuseStaleRows } from './refuse-stale-rows.ts'
import { refuseWrite } from './refuse-write.ts'
import { linkChecks, tryWrite } from './run-write.ts'

interface Changes {
  readonly rows: readonly SentRow[]
  /** What was sent for each, by id. */
  readonly bodies: ReadonlyMap<string, Data>
  readonly view: View
  /** Rows that must still be as they were seen. */
  readonly versions: Versions
}

const TRIES = 3

/** Changes many rows, all or none, and answers with them as they are then. */
export async function changeRows(ask: Ask, changes: Changes): Promise<string> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const olds = asksOlds(ask, changes) ? await readOlds(ask, changes) : undefined
    const answer = await tryChanges(ask, changes, olds)
    if (answer !== undefined) return answer
    await refuseStaleRows(ask, changes.versions, (id) => changes.bodies.get(id))
  }
  throw new Refusal('conflict', 'The rows are being changed by somebody else. Try again.')
}

function checkedRule({ environment, table, judge }: Ask) {
  if (judge.isStaff) return undefined
  const read = environment.rules.rule(table, 'update')
  return read.ok && read.rule.type === 'open' ? read.rule.checked : undefined
}

function asksOlds(ask: Ask, { bodies }: Changes): boolean {
  const checked = checkedRule(ask)
  return checked !== undefined && [...bodies.values()].some((body) => needsOldRow(checked, body))
}

type Olds = ReadonlyMap<string, Data>

async function readOlds({ environment, runner, table }: Ask, { rows }: Changes): Promise<Olds> {
  const many = {
    table,
    ids: rows.map(({ id }) => id),
    view: WHOLE_ROW,
    viewer: { seesHidden: true },
  }
  const found = await runner.read(environment, compileMany(environment.model, many))
  const olds: Data[] = found.map(({ answer }) => JSON.parse(String(answer)))
  if (olds.length !== rows.length) throw notFound()
  return new Map(olds.map((old) => [String(old.id), old]))
}

function holdOlds({ environment, table }: Ask, olds: Olds | undefined): readonly Step[] {
  if (!olds) return []
  const rows = [...olds].map(([id, { updatedOn }]) => ({ id, updatedOn: String(updatedOn) }))
  return [compileUnmoved(environment.model, { table, rows })]
}

async function tryChanges(
  ask: Ask,
  { rows, bodies, view, versions }: Changes,
  olds: Olds | undefined,
): Promise<string | undefined> {
  const { environment, table, judge, now } = ask
  const checked = checkedRule(ask)
  const isEach = checked !== undefined && asksOfBody(checked)
  const ruleOf = ({ id }: SentRow) =>
    judge.rule(table, 'update', { body: bodies.get(id), old: olds?.get(id) })
  const plan = compileUpdates(environment.model, {
    table,
    rows,
    now,
    view,
    viewer: judge.viewer,
    rule: isEach ? ruleOf : judge.rule(table, 'update'),
    ...(judge.updateRule && { linkRule: judge.updateRule }),
  })
  const held = [...holdVersions(ask, versions), ...holdOlds(ask, olds)]
  const checks = [...held, ...linkChecks(ask, rows)]
  const written = await tryWrite(ask, {
    plan: { ...plan, checks },
    shape: 'many',
    action: 'updated',
    ids: rows.map(({ id }) => id),
    rows,
  })
  if (written.ok) return written.text
  if (written.failing.reason === 'moved') return undefined
  throw refuseWrite(ask, written)
}
