import { listenToWebhook as endpoint, type HeardCall } from '@plinth/contract'
import { EventStream, type StreamEvent } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import {
  dropListener,
  listenerTopic,
  openListener,
  readListener,
} from '../../definitions/listener-store.ts'
import { findWorkflow } from '../../definitions/workflow-store.ts'

const LISTEN_MS = 120_000
const POLL_MS = 1_000

interface Listening {
  workflowId: string
  nodeId: string
  staffId: string
  resumed: string | undefined
}

/** Listens as long as the stream is open, for one call. Each event has the id of the listener, to resume it. */
async function* listen(
  { db, pubsub, log }: Pick<WorkflowsContext, 'db' | 'pubsub' | 'log'>,
  { listening, signal }: { listening: Listening; signal: AbortSignal },
): AsyncGenerator<StreamEvent<HeardCall>> {
  const watch = pubsub.watch(listenerTopic(listening))
  const { id, leftMs } = await openListener(db, { ...listening, withinMs: LISTEN_MS })
  // Not in `finally`: a stream that is closed while an event waits to be sent does not resume this generator.
  const leave = () => {
    watch.close()
    dropListener(db, { id, isRead: false }).catch((error: unknown) =>
      log.warn({ err: error, workflowId: listening.workflowId }, 'webhooks: listener not deleted'),
    )
  }
  if (signal.aborted) return leave()
  signal.addEventListener('abort', leave, { once: true })
  yield { id, data: { state: 'listening', leftMs, call: null } }
  for (; !signal.aborted; await watch.next(POLL_MS)) {
    const found = await readListener(db, id)
    if (!found) {
      yield { id, data: { state: 'stopped', leftMs: 0, call: null } }
      return
    }
    const { call, isExpired } = found
    if (!call && !isExpired) continue
    const state = call ? 'received' : 'expired'
    yield { id, data: { state, leftMs: 0, call: call?.value ?? null } }
    return dropListener(db, { id, isRead: true })
  }
}

export const listenToWebhook = route(
  endpoint,
  async ({ project, staff, params, query, request }, context: WorkflowsContext) => {
    const { workflowId } = params
    const { nodeId } = query
    const workflow = await findWorkflow(context.db, { projectId: project.id, workflowId })
    if (!workflow) throw notFound()
    if (workflow.environment !== 'dev') {
      throw new ApiError('invalid', 'Listening works in dev only. Call the webhook URL of dev.')
    }
    const { triggers } = workflow
    if (!triggers.some((one) => one.nodeId === nodeId && one.kind === 'trigger-webhook')) {
      throw new ApiError('invalid', 'The saved workflow has no such webhook. Save it first.')
    }
    const listening = { workflowId, nodeId, staffId: staff.id, resumed: request.lastEventId }
    return new EventStream((signal) => listen(context, { listening, signal }), 'dev')
  },
)
