import { saveAppProvider as endpoint, MAX_APP_PROVIDERS } from '@plinth/contract'
import { isSameClient } from '../../accounts/identity-provider/is-same-client.ts'
import { refuseProvider } from '../../accounts/identity-provider/refuse-provider.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, stale } from '../../foundation/http/errors/api-error.ts'
import { requireEnvironment } from '../../projects/environments/require-environment.ts'
import { authTablesOf } from '../app-sign-in/auth-tables.ts'
import type { RowsContext } from '../context.ts'
import { appProviderBinding, lockProvidersForUpdate, putAppProvider } from './app-provider-store.ts'
import { describeProvider } from './list-app-providers.ts'
import { describeClient } from './open-app-provider.ts'

export const saveAppProvider = route(
  endpoint,
  async ({ project, staff, body, request, mutate }, context: RowsContext) => {
    const { environmentId, tableId, name, label, clientSecret, ...settings } = body
    const key = { environmentId, tableId, name }
    const field = 'environmentId'
    await requireEnvironment(context.db, { project, environmentId, field })
    await context.signInLimit.tryCredential(staff.id)
    const tried = { label, settings, clientSecret: clientSecret ?? '' }
    await refuseProvider(describeClient(context, tried))
    const tables = await authTablesOf(context, project.id)
    const sealed =
      clientSecret === undefined
        ? undefined
        : context.vault.seal(clientSecret, appProviderBinding(key))
    return mutate(async (transaction) => {
      const { name: environment } = await requireEnvironment(transaction, {
        ...{ project, environmentId, field },
      })
      const table = tables.find(
        (one) => one.environmentId === environmentId && one.tableId === tableId,
      )
      if (!table) {
        const message = 'There is no such Auth table in this environment.'
        throw invalid([{ path: 'tableId', message }])
      }
      const others = await lockProvidersForUpdate(transaction, key)
      const before = others.find((one) => one.name === name)
      const revisionBefore = before?.revision ?? 0
      if (request.ifMatch !== undefined && request.ifMatch !== revisionBefore) {
        const theirs = before ? describeProvider(context, table, before) : null
        throw stale({
          revision: revisionBefore,
          theirs,
          yours: { ...body, clientSecret: undefined },
        })
      }
      if (!before && others.length >= MAX_APP_PROVIDERS) {
        const message = `A table has at most ${MAX_APP_PROVIDERS} providers. Remove one first.`
        throw invalid([{ path: 'name', message }])
      }
      // The secret of one provider must not be sent to another.
      const stored = before && isSameClient(before.settings, settings) ? before : undefined
      const sealedSecret = sealed ?? stored?.sealedSecret
      if (!sealedSecret) throw invalid([{ path: 'clientSecret', message: 'is required' }])
      const put = { ...key, label, settings }
      const revision = await putAppProvider(transaction, { ...put, sealedSecret })
      return {
        answer: { data: describeProvider(context, table, { ...put, revision }) },
        audit: {
          action: before ? 'changed' : 'created',
          entity: 'app-provider',
          entityId: `${environmentId}/${tableId}/${name}`,
          projectId: project.id,
          environment,
          ...(before && {
            before: { table: table.table, label: before.label, ...before.settings },
          }),
          after: {
            ...{ table: table.table, label, ...settings },
            ...(sealed ? { clientSecret: '(changed)' } : {}),
          },
        },
      }
    })
  },
)
