import { savePreferences as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { storePreferences } from './preference-store.ts'

/** Personal display settings, so no audit row is written. */
export const savePreferences = route(endpoint, async (call, { db }: AccountsContext) => {
  const { staff, project, params, body } = call
  await db.transaction((transaction) =>
    storePreferences(transaction, {
      staffId: staff.id,
      projectId: project.id,
      tableId: params.tableId,
      preferences: JSON.stringify(body),
    }),
  )
  return { preferences: body }
})
