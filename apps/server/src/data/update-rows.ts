import { updateRows as endpoint, type FieldIssue } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { JsonText } from '../http/call.ts'
import { invalid } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { changeRows } from './change-rows.ts'
import { asId } from './compile/bind-values.ts'
import { endAccounts, withNewPassword } from './end-accounts.ts'
import { viewOf } from './read-selection.ts'
import { readSent } from './read-sent.ts'

/** The rows of a bulk change by their ids; each must have one, and no two the same. */
function byId(body: readonly Data[]): ReadonlyMap<string, Data> {
  const rows = new Map<string, Data>()
  const issues: FieldIssue[] = []
  for (const [at, { id, ...fields }] of body.entries()) {
    const known = asId(id)
    const refuse = (message: string) => void issues.push({ path: `${at}.id`, message })
    if (known === null) refuse('Must be the id of a row')
    else if (rows.has(known)) refuse('Is there twice')
    else rows.set(known, fields)
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  return rows
}

export const updateRows = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'update' }, async (ask) => {
    const view = viewOf(ask)
    const bodies = byId(call.body)
    const sent = [...bodies].map(([id, body], at) => ({ id, body, isNew: false, path: `${at}.` }))
    const rows = await readSent(ask, sent)
    if (rows.length === 0) return { data: [] }
    const answer = await changeRows(ask, { rows, bodies, view })
    await endAccounts(context, ask, withNewPassword(rows))
    return new JsonText(answer)
  }),
)
