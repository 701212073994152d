import { deployDatabase as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { readTarget, startMigration } from './start-release.ts'

export const deployDatabase = route(endpoint, async (call, context) => {
  const dev = await readTarget(context, { projectId: call.project.id, environment: 'dev' })
  return startMigration(context, {
    call,
    kind: 'deploy',
    environment: 'production',
    wanted: () => dev.applied,
    confirmation: call.body,
  })
})
