import type { Json } from '@plinth/engine'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { currentTraceParent } from '../../../foundation/traces/spans.ts'
import { findLiveTrigger, type LiveTrigger } from '../../definitions/trigger-store.ts'
import { addRun, findRunOfEvent, type NewRun } from '../records/run-store.ts'
import { readCurrentGraph } from './read-current-graph.ts'

/** Longest chain of runs that start each other; beyond it an endless loop is assumed. */
export const MAX_DEPTH = 8

/** An event for a trigger. */
export interface FiredTrigger {
  environmentId: string
  workflowId: string
  nodeId: string
  payload: Json
  /** Identifies the event for this trigger; a repeated event starts no second run. */
  key: string
  /** 0 for an external event; one more than the run that caused it. */
  depth: number
  parentId: string | null
  /** The trace of the event, where it was stored until now. */
  traceParent?: string | null
  /** A caller waits for its result. */
  isAwaited?: boolean
  /** Why it cannot run, if that is already known. */
  problem?: string | undefined
}

export interface TriggeredRun {
  runId: string
  /**
   * Undefined if the run was rejected, waits for a slot, or was enqueued by an earlier delivery of the event.
   */
  enqueued: OutboxEntry | undefined
  /** Why it was recorded as failed instead of being executed. */
  refusal: string | null
}

function refusalOf(depth: number, problem: string | null): string | null {
  if (depth <= MAX_DEPTH) return problem
  return `Workflows started each other ${MAX_DEPTH} times in a row. This run was not started: look for a loop.`
}

/** Builds the run of an event from the workflow as it is saved now. */
export async function prepareRun(
  on: Queryable,
  { trigger, fired }: { trigger: LiveTrigger; fired: FiredTrigger },
): Promise<NewRun | undefined> {
  const { workflowId, nodeId, depth } = fired
  const graph = await readCurrentGraph(on, trigger)
  if (!graph) return undefined
  return {
    id: newId('run'),
    projectId: trigger.projectId,
    environmentId: trigger.environmentId,
    workflowId,
    workflowName: trigger.name,
    version: trigger.revision,
    concurrency: graph.concurrency,
    trigger: trigger.kind.replace(/^trigger-/, ''),
    payload: JSON.stringify(fired.payload),
    parentId: fired.parentId,
    depth,
    eventKey: `${workflowId}/${nodeId}/${fired.key}`,
    refusal: refusalOf(depth, fired.problem ?? graph.problem),
    graph,
    isAwaited: fired.isAwaited === true,
    traceParent: currentTraceParent() ?? null,
  }
}

/**
 * Creates the run of an event in the caller's transaction, and enqueues it if there is a slot. Returns
 * undefined for a trigger that is inactive in that environment.
 */
export async function startTriggeredRun(
  transaction: Transaction,
  fired: FiredTrigger,
): Promise<TriggeredRun | undefined> {
  const trigger = await findLiveTrigger(transaction, fired)
  const run = trigger && (await prepareRun(transaction, { trigger, fired }))
  if (!run) return undefined
  const { refusal } = run
  const added = await addRun(transaction, run)
  if (!added) {
    const runId = (await findRunOfEvent(transaction, run.eventKey ?? '')) ?? ''
    return { runId, enqueued: undefined, refusal: null }
  }
  return { runId: run.id, ...added, refusal }
}
