import { updateRows as endpoint, type FieldIssue } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { viewOf } from '../read/read-selection.ts'
import { withTable } from '../request/row-request.ts'
import { changeRows } from './change-rows.ts'
import { forgetUsers, idsWithNewPassword } from './end-user-sessions.ts'
import { prepareRows } from './prepare-rows.ts'
import type { Versions } from './row-version.ts'
import { INVALID_VERSION, readRowVersion } from './row-version.ts'

interface Sent {
  readonly bodies: ReadonlyMap<string, Data>
  readonly versions: Versions
}

/** Bodies and versions by row id. Throws if an id is missing, invalid or repeated. */
function byId(body: readonly Data[]): Sent {
  const bodies = new Map<string, Data>()
  const versions = new Map<string, number>()
  const issues: FieldIssue[] = []
  for (const [at, { id, updatedOn, ...fields }] of body.entries()) {
    const known = asId(id)
    const refuse = (name: string, message: string) =>
      void issues.push({ path: `${at}.${name}`, message })
    const moment = readRowVersion(updatedOn)
    if (known === null) refuse('id', 'Must be the id of a row')
    else if (bodies.has(known)) refuse('id', 'Is a duplicate')
    else if (moment === null) refuse('updatedOn', INVALID_VERSION)
    else {
      bodies.set(known, fields)
      if (moment !== undefined) versions.set(known, moment)
    }
  }
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  return { bodies, versions }
}

export const updateRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'update' }, async (rowRequest) => {
    const view = viewOf(rowRequest)
    const { bodies, versions } = byId(call.body)
    const sent = [...bodies].map(([id, body], at) => ({ id, body, isNew: false, path: `${at}.` }))
    const rows = await prepareRows(rowRequest, sent)
    if (rows.length === 0) return { data: [] }
    const answer = await changeRows(rowRequest, { rows, bodies, view, versions })
    await forgetUsers(context, rowRequest, idsWithNewPassword(rows))
    call.request.trace.rows = rows.length
    return new JsonText(answer)
  }),
)
