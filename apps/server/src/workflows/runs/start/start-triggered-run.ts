import type { Json } from '@plinth/engine'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { findLiveTrigger, type LiveTrigger } from '../../definitions/trigger-store.ts'
import { addRun, findRunOfEvent, type NewRun } from '../records/run-store.ts'
import { readCurrentGraph } from './read-current-graph.ts'

/** A run that was caused by a run, and so on: beyond this, workflows are taken to start each other for ever. */
export const MOST_DEPTH = 8

/** Something happened that a trigger waits for. */
export interface FiredTrigger {
  environmentId: string
  workflowId: string
  nodeId: string
  payload: Json
  /** Names the event among those of this trigger: told again, it is the same run. */
  key: string
  /** 0 for what comes from outside; one more than the run that caused it. */
  depth: number
  parentId: string | null
  /** Somebody waits for its answer. */
  isAwaited?: boolean
  /** Why it cannot be run, if that is known already. */
  problem?: string | undefined
}

export interface TriggeredRun {
  runId: string
  /** Nothing if the run was refused, waits for a slot, or was promised when the event was told before. */
  promised: OutboxEntry | undefined
  /** Why it was put on record as failed instead of being run. */
  refusal: string | null
}

function refusalOf(depth: number, problem: string | null): string | null {
  if (depth <= MOST_DEPTH) return problem
  return `Workflows started each other ${MOST_DEPTH} times in a row. This run was not started: look for a circle.`
}

/** The run of an event, ready to be written down: the workflow as it is saved now, from that trigger. */
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
  }
}

/**
 * Writes down the run of an event in the caller's transaction, and promises it if there is a slot. Nothing for a trigger that
 * is not active in that environment.
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
    return { runId, promised: undefined, refusal: null }
  }
  return { runId: run.id, ...added, refusal }
}
