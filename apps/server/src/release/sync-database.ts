import { syncDatabase as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { startMigration } from './start-release.ts'

export const syncDatabase = route(endpoint, async (call, context) =>
  startMigration(context, {
    call,
    kind: 'sync',
    environment: 'dev',
    wanted: (target) => target.draft,
    confirmation: call.body,
  }),
)
