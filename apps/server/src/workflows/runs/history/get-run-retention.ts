import { getRunRetention as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readRetention } from './run-retention-store.ts'

export const getRunRetention = route(
  endpoint,
  async ({ project, query }, { db, env, budgets }: WorkflowsContext) => {
    const kept = await readRetention(db, { projectId: project.id, environment: query.environment })
    const days = Math.min(env.runs.days, budgets.of(project.id).logDays.hard ?? env.runs.days)
    return { retention: { ...kept, defaults: { days, runs: env.runs.count } } }
  },
)
