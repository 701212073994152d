import type { Canvas, Run } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { currentTraceParent } from '../../../foundation/traces/spans.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readContent } from '../records/run-content.ts'
import { readRun } from '../records/run-list-store.ts'
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
  /** The member of staff who started it by hand. */
  startedBy?: string
}

/** Creates a run in the caller's transaction; it is enqueued unless it has to wait for a slot. */
export async function startRun(
  transaction: Transaction,
  start: RunToStart,
): Promise<{ runId: string; enqueued: OutboxEntry | undefined }> {
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
    traceParent: currentTraceParent() ?? null,
    ...(start.startedBy === undefined ? {} : { startedBy: start.startedBy }),
    ...(start.replayOf === undefined
      ? {}
      : { replay: { of: start.replayOf, from: null, input: null } }),
  }
  const added = await addRun(transaction, run)
  return { runId: run.id, enqueued: added?.enqueued }
}

/** Dispatches a new run and returns it. A repeated request has nothing to dispatch. */
export async function answerStarted(
  { db, durable }: Pick<WorkflowsContext, 'db' | 'durable'>,
  started: { projectId: string; runId: string; enqueued: OutboxEntry | undefined },
): Promise<{ run: Run }> {
  if (started.enqueued) await durable.start(started.enqueued)
  const seen = await readRun(db, started)
  if (!seen) throw notFound()
  return { run: seen.run }
}

/** The pub/sub channel of a run: notified when it responds to its caller, and when it ends. */
export const runChannel = (runId: string): string => `run ${runId}`

const POLL_MS = 1_000

interface Awaited<T> {
  runId: string
  /** Undefined if the run was enqueued by an earlier request. */
  enqueued: OutboxEntry | undefined
  withinMs: number
  /** Returns the result once it is there. */
  look: () => Promise<T | undefined>
}

/** Dispatches a run and waits for its result; returns undefined after the time limit. */
export async function awaitRun<T>(
  { pubsub, durable }: Pick<WorkflowsContext, 'pubsub' | 'durable'>,
  { runId, enqueued, withinMs, look }: Awaited<T>,
): Promise<T | undefined> {
  const end = performance.now() + withinMs
  const watch = pubsub.watch(runChannel(runId))
  try {
    if (enqueued) {
      await durable.start(enqueued)
      // A run that was only just started sends a notification.
      await watch.next(Math.min(withinMs, POLL_MS))
    }
    for (;;) {
      const found = await look()
      const left = end - performance.now()
      if (found !== undefined || left <= 0) return found
      await watch.next(Math.min(left, POLL_MS))
    }
  } finally {
    watch.close()
  }
}
