import type { Data } from '@plinth/expression'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import { releaseFiles } from '../file-store/loosen-files.ts'
import { viewOf } from '../read/read-selection.ts'
import type { Ask } from '../request/ask.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import { newRowId } from './new-row-id.ts'
import { readSent } from './read-sent.ts'
import { readyCreate } from './ready-write.ts'
import { refuseWrite } from './refuse-write.ts'
import { findRepeated, linkChecks, tryWrite } from './run-write.ts'

const denied = () => new Refusal('forbidden', 'The create rule of this table does not allow this.')

/** After a time-out nobody knows; every other refusal of the database has left nothing behind. */
function changedNothing(error: unknown): boolean {
  return error instanceof DatabaseFault && error.fault.kind !== 'timeout'
}

/** Creates a row as its caller may, and answers with it as it is then, as `{data}`. */
export async function makeRow(ask: Ask, body: Data): Promise<string> {
  const { table, judge, now } = ask
  const view = viewOf(ask)
  const rule = judge.rule(table, 'create', { body })
  if (rule === false) throw denied()
  const rows = await readSent(ask, [{ id: newRowId(now), body, isNew: true }]).catch(
    async (error: unknown) => {
      // A file that the row of the first request holds is no reason to refuse its repeat.
      const answered = await findRepeated(ask)
      if (answered === undefined) throw error
      return answered
    },
  )
  if (typeof rows === 'string') return rows
  const [row] = rows
  if (!row) throw new Error('a sent row was lost')
  const creation = { table, row, now, rule, view, viewer: judge.viewer }
  const plan = readyCreate(ask, {
    ...creation,
    ...(judge.updateRule && { linkRule: judge.updateRule }),
  })
  const written = await tryWrite(ask, {
    plan: { ...plan, checks: linkChecks(ask, rows) },
    shape: 'one',
    action: 'created',
    ids: [row.id],
    rows,
  }).catch(async (error) => {
    if (changedNothing(error)) await releaseFiles(ask, row.id)
    throw error
  })
  if (written.ok) return written.text
  await releaseFiles(ask, row.id)
  throw written.failing.reason === 'denied' ? denied() : refuseWrite(ask, written)
}
