import { listAppSignIn as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { appOriginOf } from '../app-users/app-origin-of.ts'
import type { RowsContext } from '../context.ts'
import { DEFAULT_SIGN_IN, selectSignIn } from './app-sign-in-store.ts'
import { authTablesOf } from './auth-tables.ts'

export const listAppSignIn = route(endpoint, async ({ project }, context: RowsContext) => {
  const tables = await authTablesOf(context, project.id)
  const ids = [...new Set(tables.map(({ environmentId }) => environmentId))]
  const { db, env, mailer } = context
  const stored = await selectSignIn(db, ids)
  const origins = await Promise.all(ids.map(async (id) => [id, await appOriginOf(context, id)]))
  return {
    data: tables.map((table) => ({
      ...DEFAULT_SIGN_IN,
      ...stored.find(
        ({ environmentId, tableId }) =>
          environmentId === table.environmentId && tableId === table.tableId,
      ),
      ...table,
    })),
    mails: {
      sender: mailer.configured ? env.mailFrom : null,
      baseUrl: env.baseUrl,
      origins: Object.fromEntries(origins),
    },
  }
})
