import { saveRunRetention as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { invalid, stale } from '../../../foundation/http/errors/api-error.ts'
import { overLogDays } from '../../../projects/budgets/limits.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockRetention, saveRetention } from './run-retention-store.ts'

export const saveRunRetention = route(
  endpoint,
  async (call, { env, budgets }: WorkflowsContext) => {
    const { project, body, request } = call
    const { environment, days, runs } = body
    guardProduction(project, environment)
    const named = { projectId: project.id, environment }
    const maxDays = budgets.of(project.id).logDays.hard
    if (maxDays !== null && days !== null && days > maxDays)
      throw invalid([{ path: 'days', message: overLogDays(maxDays) }])
    const defaults = {
      days: Math.min(env.runs.days, maxDays ?? env.runs.days),
      runs: env.runs.count,
    }
    return call.mutate(async (transaction) => {
      const { revision, ...before } = await lockRetention(transaction, named)
      if (request.ifMatch !== undefined && request.ifMatch !== revision) {
        throw stale({
          revision,
          theirs: { ...before, revision, defaults },
          yours: { days, runs },
        })
      }
      const saved = { days, runs, revision: revision + 1 }
      await saveRetention(transaction, { ...named, ...saved })
      return {
        answer: { retention: { ...saved, defaults } },
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
  },
)
