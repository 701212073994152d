import { getRunRetention as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readKept } from './run-keep-store.ts'

export const getRunRetention = route(
  endpoint,
  async ({ project, query }, { db, env }: WorkflowsContext) => {
    const kept = await readKept(db, { projectId: project.id, environment: query.environment })
    return { retention: { ...kept, defaults: { days: env.runs.days, runs: env.runs.count } } }
  },
)
