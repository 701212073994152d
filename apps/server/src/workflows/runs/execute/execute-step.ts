import {
  type GraphNode,
  type Json,
  type Outcome,
  runNode,
  type Scope,
  type Step,
} from '@plinth/engine'
import type { StepResult, StepToExecute } from '../../../foundation/durable/run-host.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'
import { listPlainConstants } from '../../../projects/constants/constant-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { PROJECT_DELETED } from '../records/run-end-store.ts'
import type { RunDefinition } from '../records/run-store.ts'
import { sizeOf, toJournal } from '../records/step-record.ts'
import { runChannel } from '../start/start-run.ts'
import type { NodeContext } from './node-context.ts'
import { portsOf } from './ports.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'
import type { RunRecords } from './run-records.ts'

/** Larger results belong in a file. */
const MAX_RESULT = 32 * 1024 * 1024

const asksConstants = new WeakMap<GraphNode, boolean>()
const NO_CONSTANTS: ReadonlyMap<string, string> = new Map()

/** The environment's constants, if the node refers to any; secret ones are only available to credentials. */
async function readConstants(
  { db }: Pick<WorkflowsContext, 'db'>,
  { node, place }: { node: GraphNode; place: NodeContext },
): Promise<ReadonlyMap<string, string>> {
  const asks = asksConstants.get(node) ?? JSON.stringify(node.parameters).includes('$const')
  asksConstants.set(node, asks)
  if (!asks) return NO_CONSTANTS
  const rows = await retryWhileUnavailable(
    () => listPlainConstants(db, place.environmentId),
    place.signal,
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}

async function scopeOf(
  context: WorkflowsContext,
  {
    scheduler,
    step,
    run,
    place,
    startedAt,
  }: StepToExecute & { run: RunDefinition; place: NodeContext; startedAt: Date },
): Promise<Scope> {
  const { node } = step.planned
  return {
    in: step.input,
    trigger: scheduler.trigger,
    run: { id: run.id, workflowId: run.workflowId, trigger: run.trigger, version: run.version },
    // As recorded, so that a test of this run repeats it.
    now: startedAt.toISOString(),
    constants: await readConstants(context, { node, place }),
    node: (label) => scheduler.nodeSeenFrom(step, label),
    nodes: () => scheduler.nodesSeenFrom(step),
  }
}

function capped(outcome: Outcome): { outcome: Outcome; size: number } {
  const size = sizeOf(outcome)
  if (size <= MAX_RESULT) return { outcome, size }
  const message = 'The result is larger than 32 MB. Let the node return less.'
  return { outcome: { status: 'failed', failure: { message, retry: false } }, size: 0 }
}

/** Runs a node; an unexpected error fails the node and is logged. */
async function runGuarded(
  context: WorkflowsContext,
  {
    given,
    run,
    startedAt,
    log,
  }: { given: StepToExecute; run: RunDefinition; startedAt: Date; log: (line: string) => void },
): Promise<Outcome> {
  const { step, signal } = given
  const { pinned } = step.planned.node
  if (pinned !== undefined) return { status: 'done', value: pinned }
  const { projectId, environmentId, environment, depth } = run
  const place = { projectId, environmentId, environment, runId: run.id, depth, signal }
  try {
    const scope = await scopeOf(context, { ...given, run, place, startedAt })
    const key = `${run.id}:${step.key}`
    return await runNode(step.planned.node, { scope, key, ports: portsOf(context, place), log })
  } catch (error) {
    // The attempt is over, so this outcome is discarded; the next attempt runs the node again.
    if (signal.aborted) throw error
    context.log.error(
      { err: error, run: run.id, node: step.key },
      'run: unexpected error while executing node',
    )
    const message = 'The node stopped because of a fault in the server.'
    return { status: 'failed', failure: { message, retry: true } }
  }
}

export interface ReplayedRun {
  run: RunDefinition
  replayInput: Json | undefined
}

/** A replay may give its first step new input. */
export function withNewInput(step: Step, { run, replayInput }: ReplayedRun): Step {
  if (replayInput === undefined || step.key !== run.replayFrom) return step
  return { ...step, input: replayInput }
}

const MAX_KNOWN_PAYLOAD = 1024 * 1024
const plain = new WeakMap<GraphNode, boolean>()

/** Whether a node's settings contain no expression. */
function isPlain(node: GraphNode): boolean {
  const known = plain.get(node) ?? !JSON.stringify(node.parameters).includes('{{')
  plain.set(node, known)
  return known
}

/**
 * The outcome of a trigger that only passes on the run's payload. The run's row holds it, so no journal entry
 * is needed.
 */
export function triggerOutcome({ planned, input }: Step, run: RunDefinition): Outcome | undefined {
  const { node } = planned
  const isKnown = node.kind.startsWith('trigger-') && node.kind !== 'trigger-manual'
  if (!isKnown || node.pinned !== undefined || !isPlain(node)) return undefined
  return (run.payload?.length ?? 0) <= MAX_KNOWN_PAYLOAD
    ? { status: 'done', value: input }
    : undefined
}

interface StepOfRun extends StepToExecute, ReplayedRun {
  records: RunRecords
}

/** Executes one step and records it, unless the project is stopped; returns what the journal stores. */
export async function executeStep(
  context: WorkflowsContext,
  { run, replayInput, records, ...asked }: StepOfRun,
): Promise<StepResult> {
  if (context.stoppedProjects.isDeleted(run.projectId))
    return { status: 'failed', failure: { message: PROJECT_DELETED, retry: false } }
  if (!context.stoppedProjects.isOpen(run.projectId)) return { status: 'stopped' }
  const given = { ...asked, step: withNewInput(asked.step, { run, replayInput }) }
  const begun = await records.begin(given)
  if ('outcome' in begun) return toJournal(begun.outcome)
  const log = (line: string) => records.log(begun, line)
  const { startedAt } = begun
  const made = await records.showRunning(begun, () =>
    runGuarded(context, { given, run, startedAt, log }),
  )
  const { outcome, size } = capped(made)
  // A call aborted because the attempt is over has not failed; the next attempt repeats it.
  if (given.signal.aborted && outcome.status === 'failed')
    throw new Error('run: attempt is over, outcome of the step discarded')
  const journaled = toJournal(outcome, size)
  await records.finish(begun, { outcome, journaled })
  const isResponse = given.step.planned.node.kind === 'respond'
  if (run.isAwaited && isResponse) await notify(context.db, runChannel(run.id))
  return journaled
}
