import type { Canvas, Run } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { readContent } from '../records/run-content.ts'
import { addRun } from '../records/run-store.ts'

export interface RunToStart {
  projectId: string
  workflow: { id: string; name: string; environmentId: string; revision: number }
  canvas: Canvas
  trigger: Run['trigger']
  /** The node to start from; by default the only trigger. */
  triggerId: string | undefined
  payload: Json | undefined
  /** A test run uses pinned data instead of running those nodes. */
  isTest?: boolean
  /** A caller waits for its result. */
  isAwaited?: boolean
  /** The run it repeats. */
  replayOf?: string
}

/** Creates a run in the caller's transaction; it is enqueued unless it has to wait for a slot. */
export async function startRun(
  transaction: Transaction,
  start: RunToStart,
): Promise<{ runId: string; promised: OutboxEntry | undefined }> {
  const { workflow, canvas } = start
  const isTest = start.isTest === true
  const graph = readContent(canvas, { trigger: start.triggerId, isTest })
  const run = {
    id: newId('run'),
    projectId: start.projectId,
    environmentId: workflow.environmentId,
    workflowId: workflow.id,
    workflowName: workflow.name,
    version: workflow.revision,
    concurrency: canvas.settings.execution.concurrency,
    trigger: start.trigger,
    payload: start.payload === undefined ? null : JSON.stringify(start.payload),
    parentId: null,
    depth: 0,
    eventKey: null,
    refusal: null,
    graph,
    isAwaited: start.isAwaited === true,
    ...(start.replayOf === undefined
      ? {}
      : { replay: { of: start.replayOf, from: null, input: null } }),
  }
  const added = await addRun(transaction, run)
  return { runId: run.id, promised: added?.enqueued }
}
