import { executeWorkflow as endpoint, type WorkflowNode } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import type { OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import { Accepted } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { listCredentialIds } from '../credentials/credential-store.ts'
import { readCanvas } from '../definitions/read-canvas.ts'
import { findWorkflow } from '../definitions/workflow-store.ts'
import { readRun } from '../runs/records/run-list-store.ts'
import { awaitRun, startRun } from '../runs/start/start-run.ts'

/** After this the reply links to the run instead of containing its result. */
const WAIT_MS = 60_000

/**
 * Rejects a credential of another project or environment, instead of removing it: the caller asked for it
 * (R18).
 */
function checkCredentials(nodes: readonly WorkflowNode[], known: ReadonlySet<string>): void {
  const issues = nodes.flatMap(({ data }, at) =>
    Object.entries(data.credentials)
      .filter(([, id]) => id !== '' && !known.has(id))
      .map(([name]) => ({
        path: `nodes.${at}.data.credentials.${name}`,
        message: `"${data.label}" uses a credential that is not there. Choose another.`,
      })),
  )
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
}

export const executeWorkflow = route(endpoint, async (call, context: WorkflowsContext) => {
  const { params, body, request } = call
  const projectId = call.project.id
  let enqueued: OutboxEntry | undefined
  let release = () => {}
  const started = call.mutate(async (transaction) => {
    const workflow = await findWorkflow(transaction, { projectId, workflowId: params.workflowId })
    if (!workflow) throw notFound()
    if (workflow.environment !== 'dev') {
      throw new ApiError('invalid', 'A test run is made in dev; in production triggers start runs.')
    }
    const credentialIds = await listCredentialIds(transaction, workflow.environmentId)
    const sent = { nodes: body.nodes, connections: body.edges, settings: workflow.settings }
    const canvas = readCanvas(sent, undefined)
    checkCredentials(canvas.nodes, credentialIds)
    release = await context.runBudget.admit({ on: transaction, projectId })
    const started = await startRun(transaction, {
      projectId,
      workflow,
      canvas,
      trigger: 'manual',
      triggerId: body.trigger,
      payload: body.data as Json | undefined,
      isTest: true,
      startedBy: call.staff.id,
      isAwaited: !request.prefersAsync,
    })
    enqueued = started.enqueued
    return {
      answer: { runId: started.runId },
      audit: {
        action: 'executed',
        entity: 'workflow',
        entityId: workflow.id,
        projectId,
        environment: workflow.environment,
        after: { name: workflow.name, runId: started.runId },
      },
    }
  })
  const { runId } = await started.finally(() => release())
  if (enqueued && request.prefersAsync) await context.durable.start(enqueued)
  const look = async () => {
    const seen = await readRun(context.db, { projectId, runId })
    return seen?.run.endedOn === null ? undefined : seen
  }
  const ended = request.prefersAsync
    ? undefined
    : await awaitRun(context, { runId, enqueued, withinMs: WAIT_MS, look })
  const seen = ended ?? (await readRun(context.db, { projectId, runId }))
  if (!seen) throw notFound()
  const { run, result } = seen
  if (run.status === 'succeeded' && !request.prefersAsync) {
    return { data: { result: result ?? {}, runId } }
  }
  if (request.prefersAsync || run.endedOn === null) {
    return new Accepted({ data: { result: {}, runId } })
  }
  if (run.status === 'cancelled') throw new ApiError('conflict', 'The run was cancelled.')
  const { node, message } = run.error ?? { node: '', message: 'The run failed.' }
  throw new ApiError('invalid', node === '' ? message : `${node}: ${message}`, {
    details: [{ path: node, message }],
  })
})
