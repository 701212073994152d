import { asId } from '../../databases/sql/bind-values.ts'
import { notFound } from '../../foundation/http/errors/refusal.ts'
import { loosenFiles } from '../file-store/loosen-files.ts'
import type { Ask } from '../request/ask.ts'
import { compileDelete } from '../statements/write/compile-delete.ts'
import { compileUnmoved } from '../statements/write/compile-unmoved.ts'
import { momentOf, readSeen, staleRow } from './change-row.ts'
import { endAccounts } from './end-accounts.ts'
import { refuseWrite } from './refuse-write.ts'
import { tryWrite } from './run-write.ts'

/** Deletes a row as its caller may. */
export async function deleteOne(
  ask: Ask,
  named: { id: string; basedOn: number | undefined },
): Promise<void> {
  const { environment, table, judge } = ask
  const { basedOn } = named
  const id = asId(named.id)
  const rule = judge.rule(table, 'delete')
  if (id === null || rule === false) throw notFound()
  const rows = basedOn === undefined ? [] : [{ id, updatedOn: new Date(basedOn).toISOString() }]
  const checks = rows.length > 0 ? [compileUnmoved(environment.model, { table, rows })] : []
  const plan = compileDelete(environment.model, { table, ids: [id], rule })
  await loosenFiles(ask, [id])
  const written = await tryWrite(ask, {
    plan: { ...plan, checks },
    shape: 'nothing',
    action: 'deleted',
    ids: [id],
  })
  if (written.ok) {
    await endAccounts(ask.context, ask, [id])
    return
  }
  if (written.failing.reason !== 'moved') throw refuseWrite(ask, written)
  const theirs = await readSeen(ask, id)
  throw theirs && momentOf(theirs) !== basedOn ? staleRow(theirs, null) : notFound()
}
