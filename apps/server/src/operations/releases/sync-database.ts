import { syncDatabase as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { startPlannedRelease } from './start-release.ts'

export const syncDatabase = route(endpoint, async (call, context: OperationsContext) =>
  startPlannedRelease(context, {
    call,
    kind: 'sync',
    environment: 'dev',
    wanted: (target) => target.draft,
    confirmation: call.body,
  }),
)
