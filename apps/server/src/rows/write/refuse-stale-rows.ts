import type { Data } from '@plinth/expression'
import { notFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import { compileMany } from '../statements/write/compile-bulk.ts'
import { momentOf } from './change-row.ts'
import type { Versions } from './hold-versions.ts'

interface StaleRow {
  readonly id: string
  readonly updatedOn: unknown
  /** Null when the row is gone. */
  readonly theirs: Data | null
  readonly yours: unknown
}

async function readSeenRows(ask: Ask, ids: readonly string[]): Promise<ReadonlyMap<string, Data>> {
  const { environment, runner, table, judge } = ask
  const many = {
    table,
    ids,
    view: WHOLE_ROW,
    viewer: judge.viewer,
    rule: judge.rule(table, 'view'),
  }
  const found = await runner.read(environment, compileMany(environment.model, many))
  const rows: Data[] = found.map(({ answer }) => JSON.parse(String(answer)))
  return new Map(rows.map((row) => [String(row.id), row]))
}

/**
 * Refuses a write of many rows of which some are no longer as they were seen: each of those with both
 * sides. Returns when all are as they were. A row that is hidden answers as one that is not there, so
 * only staff are told which are gone.
 */
export async function refuseStaleRows(
  ask: Ask,
  versions: Versions,
  yours: (id: string) => unknown,
): Promise<void> {
  const seen = await readSeenRows(ask, [...versions.keys()])
  const rows: StaleRow[] = []
  let isMissing = false
  for (const [id, moment] of versions) {
    const theirs = seen.get(id)
    if (theirs && momentOf(theirs) === moment) continue
    if (theirs) rows.push({ id, updatedOn: theirs.updatedOn, theirs, yours: yours(id) })
    else if (ask.judge.isStaff) rows.push({ id, updatedOn: null, theirs: null, yours: yours(id) })
    else isMissing = true
  }
  if (rows.length > 0)
    throw new Refusal('stale', 'Somebody else changed some of these rows first.', {
      details: { rows },
    })
  if (isMissing) throw notFound()
}
