import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { notFound } from '../../foundation/http/errors/refusal.ts'
import { viewOf } from '../read/read-selection.ts'
import type { Ask } from '../request/ask.ts'
import { changeRow } from './change-row.ts'
import { endAccounts, withNewPassword } from './end-accounts.ts'
import { readSent } from './read-sent.ts'

/** Changes a row as its caller may, and answers with it as it is then, as `{data}`. */
export async function updateOne(
  ask: Ask,
  change: { id: string; body: Data; basedOn: number | undefined },
): Promise<string> {
  const view = viewOf(ask)
  const id = asId(change.id)
  if (id === null) throw notFound()
  const { body, basedOn } = change
  const [row] = await readSent(ask, [{ id, body, isNew: false }])
  if (!row) throw new Error('a sent row was lost')
  const answer = await changeRow(ask, { row, body, view, basedOn })
  await endAccounts(ask.context, ask, withNewPassword([row]))
  return answer
}
