import { deleteAppProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { requireEnvironment } from '../../projects/environments/require-environment.ts'
import type { RowsContext } from '../context.ts'
import { dropAppProvider, lockProvidersForUpdate } from './app-provider-store.ts'

export const deleteAppProvider = route(
  endpoint,
  ({ project, body, mutate }, _context: RowsContext) =>
    mutate(async (transaction) => {
      const { environmentId, tableId, name } = body
      const field = 'environmentId'
      const { name: environment } = await requireEnvironment(transaction, {
        ...{ project, environmentId, field },
      })
      const providers = await lockProvidersForUpdate(transaction, body)
      const found = providers.find((one) => one.name === name)
      if (!found) throw new ApiError('not_found', 'This table has no such provider.')
      await dropAppProvider(transaction, body)
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'app-provider',
          entityId: `${environmentId}/${tableId}/${name}`,
          projectId: project.id,
          environment,
          before: { label: found.label, ...found.settings },
        },
      }
    }),
)
