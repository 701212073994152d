import { previewExpression as endpoint } from '@plinth/contract'
import {
  type Json,
  type JsonObject,
  NodeFailure,
  type Ports,
  resolveText,
  type Scope,
} from '@plinth/engine'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { listPlainConstants } from '../../projects/constants/constant-store.ts'
import { findEnvironment } from '../../projects/environments/environment-store.ts'
import type { WorkflowsContext } from '../context.ts'

const RUN = { id: '', workflowId: '', trigger: 'manual', version: 0 }

/**
 * Runs the code in the sandbox, as a run does; a failure is returned as the preview's result, not as an API
 * error.
 */
export const previewExpression = route(
  endpoint,
  async ({ project, body }, { db, runner }: WorkflowsContext) => {
    const environment = await findEnvironment(db, { projectId: project.id, name: 'dev' })
    if (!environment) throw notFound()
    const rows = await listPlainConstants(db, environment.id)
    const results = new Map(Object.entries(body.node as JsonObject))
    const scope: Scope = {
      in: body.in as Json,
      trigger: body.trigger as Json,
      run: RUN,
      now: new Date().toISOString(),
      constants: new Map(rows.map(({ key, value }) => [key, value])),
      node: (label) => results.get(label),
      nodes: () => Object.fromEntries(results),
    }
    try {
      const ports: Pick<Ports, 'script'> = {
        script: (job) => runner.run(job, { projectId: project.id, isPreview: true }),
      }
      return { value: await resolveText(body.text, { scope, ports }) }
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      return { error: error.message }
    }
  },
)
