import { type AppProvider, listAppProviders as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { authTablesOf } from '../app-sign-in/auth-tables.ts'
import type { RowsContext } from '../context.ts'
import { type StoredAppProvider, selectAppProviders } from './app-provider-store.ts'
import { callbackBase, providerCallback } from './open-app-provider.ts'

type AuthTable = Awaited<ReturnType<typeof authTablesOf>>[number]

/** A provider as staff see it. */
export function describeProvider(
  context: Pick<RowsContext, 'env'>,
  table: AuthTable,
  { name, label, settings, revision }: Omit<StoredAppProvider, 'sealedSecret'>,
): AppProvider {
  const callback = providerCallback(context, { ...table, name })
  return { ...table, ...settings, name, label, revision, callback }
}

export const listAppProviders = route(endpoint, async ({ project }, context: RowsContext) => {
  const tables = await authTablesOf(context, project.id)
  const ids = [...new Set(tables.map(({ environmentId }) => environmentId))]
  const stored = await selectAppProviders(context.db, ids)
  const data = tables.flatMap((table) =>
    stored
      .filter(
        ({ environmentId, tableId }) =>
          environmentId === table.environmentId && tableId === table.tableId,
      )
      .map((provider) => describeProvider(context, table, provider)),
  )
  return { data, callbackBase: callbackBase(context) }
})
