import { savePreferences as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { keepPreferences } from './preference-store.ts'

/** Said by somebody about their own screen: nobody else's affair, so no audit row is written of it. */
export const savePreferences = route(endpoint, async (call, { db }: AccountsContext) => {
  const { staff, project, params, body } = call
  await db.transaction((transaction) =>
    keepPreferences(transaction, {
      staffId: staff.id,
      projectId: project.id,
      tableId: params.tableId,
      preferences: JSON.stringify(body),
    }),
  )
  return { preferences: body }
})
