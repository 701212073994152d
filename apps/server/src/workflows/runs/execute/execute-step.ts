import {
  type GraphNode,
  type JournaledOutcome,
  type Json,
  type Outcome,
  runNode,
  type Scope,
  type Step,
} from '@plinth/engine'
import type { StepToExecute } from '../../../foundation/durable/run-host.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'
import type { WorkflowsContext } from '../../context.ts'
import { findStepOutcome, type NodeRecord } from '../records/node-store.ts'
import { fromRecord, sizeOf, toJournal } from '../records/recorded-outcome.ts'
import { runChannel } from '../records/run-channel.ts'
import type { RunDefinition } from '../records/run-store.ts'
import { beginRecord, endRecord } from '../records/step-record.ts'
import type { NodeContext } from './node-context.ts'
import { portsOf } from './ports.ts'
import { readConstants } from './read-constants.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Larger results belong in a file. */
const MAX_RESULT = 32 * 1024 * 1024
/** Steps that end sooner are never shown as running. */
const SHOW_RUNNING_MS = 60
const MAX_LOGS = 200

async function scopeOf(
  context: WorkflowsContext,
  { scheduler, step, run, place }: StepToExecute & { run: RunDefinition; place: NodeContext },
): Promise<Scope> {
  const { node } = step.planned
  return {
    in: step.input,
    trigger: scheduler.trigger,
    run: { id: run.id, workflowId: run.workflowId, trigger: run.trigger, version: run.version },
    now: new Date().toISOString(),
    constants: await readConstants(context, { node, place }),
    node: (label) => scheduler.nodeSeenFrom(step, label),
    nodes: () => scheduler.nodesSeenFrom(step),
  }
}

/** Kinds that only compute values. */
const WITHOUT_EFFECT = new Set(['set', 'conditional', 'switch', 'merge', 'loop'])

/** True for kinds without side effects, whose record may be written after the journal entry. */
export function hasNoEffect(kind: string): boolean {
  return WITHOUT_EFFECT.has(kind) || kind.startsWith('trigger-')
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
  { given, run, logs }: { given: StepToExecute; run: RunDefinition; logs: string[] },
): Promise<Outcome> {
  const { step, signal } = given
  const { pinned } = step.planned.node
  if (pinned !== undefined) return { status: 'done', value: pinned }
  const { projectId, environmentId, environment, depth } = run
  const place = { projectId, environmentId, environment, runId: run.id, depth, signal }
  const log = (line: string) => {
    if (logs.length < MAX_LOGS) logs.push(line)
  }
  try {
    const scope = await scopeOf(context, { ...given, run, place })
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

/** A replay may give its first step new input. */
export function withNewInput(step: Step, { replayFrom, replayInput }: RunDefinition): Step {
  if (replayInput === null || step.key !== replayFrom) return step
  return { ...step, input: JSON.parse(replayInput) as Json }
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

interface StepOfRun extends StepToExecute {
  run: RunDefinition
  /** Earlier attempts may have executed steps that the journal has not recorded. */
  isResumed: boolean
  record: (record: NodeRecord) => Promise<void>
  /** Called with the start time if the caller writes the record later. */
  leave: (startedAt: Date) => void
}

/**
 * Executes one step. A step with side effects is recorded before its outcome is returned; see PROTOCOL.md.
 */
export async function executeStep(
  context: WorkflowsContext,
  asked: StepOfRun,
): Promise<JournaledOutcome> {
  const { run, attempt, signal } = asked
  const step = withNewInput(asked.step, run)
  const given = { ...asked, step }
  const { kind } = step.planned.node
  // A replay starts with copied records of the earlier steps.
  if (asked.isResumed || run.replayFrom !== null) {
    const named = { runId: run.id, key: step.key, attempt }
    const taken = await retryWhileUnavailable(() => findStepOutcome(context.db, named), signal)
    if (taken) return toJournal(fromRecord(taken))
  }
  const logs: string[] = []
  const startedAt = new Date()
  const begin = () => ({ ...beginRecord(run.id, { step, attempt, startedAt }), logs })
  let shown: Promise<void> | undefined
  const show = setTimeout(() => {
    shown = asked.record(begin()).catch(() => undefined)
  }, SHOW_RUNNING_MS)
  const made = await runGuarded(context, { given, run, logs }).finally(() => clearTimeout(show))
  await shown
  const { outcome, size } = capped(made)
  // A call aborted because the attempt is over has not failed; the next attempt repeats it.
  if (signal.aborted && outcome.status === 'failed')
    throw new Error('run: attempt is over, outcome of the step discarded')
  const journaled = toJournal(outcome, size)
  if (journaled.status !== 'on-record' && hasNoEffect(kind)) {
    asked.leave(startedAt)
    return journaled
  }
  const ended = endRecord(begin(), { outcome, endedAt: new Date() })
  await retryWhileUnavailable(() => asked.record(ended), signal)
  if (run.isAwaited && kind === 'respond') await notify(context.db, runChannel(run.id))
  return journaled
}
