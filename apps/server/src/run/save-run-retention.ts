import { saveRunRetention as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { guardProduction } from '../project/choose-environment.ts'
import { readKept, saveKept } from './run-keep-store.ts'

export const saveRunRetention = route(endpoint, async ({ project, body, mutate }, { env }) => {
  const { environment, days, runs } = body
  guardProduction(project, environment)
  const named = { projectId: project.id, environment }
  return mutate(async (transaction) => {
    const before = await readKept(transaction, named)
    await saveKept(transaction, { ...named, days, runs })
    const defaults = { days: env.runs.days, runs: env.runs.count }
    return {
      answer: { retention: { days, runs, defaults } },
      audit: {
        action: 'updated',
        entity: 'runRetention',
        entityId: project.id,
        projectId: project.id,
        environment,
        before,
        after: { days, runs },
      },
    }
  })
})
