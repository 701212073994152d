import {
  type GraphNode,
  type JournaledOutcome,
  type Json,
  type Outcome,
  runNode,
  type Scope,
  type Step,
} from '@plinth/engine'
import type { TurnToTake } from '../../../foundation/durable/run-world.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'
import type { WorkflowsContext } from '../../context.ts'
import { findTaken, type NodeRecord } from '../records/node-store.ts'
import { fromRecord, sizeOf, toJournal } from '../records/recorded-outcome.ts'
import { runNews } from '../records/run-news.ts'
import type { WalkedRun } from '../records/run-store.ts'
import { beginRecord, endRecord } from '../records/turn-record.ts'
import type { NodePlace } from './node-place.ts'
import { portsOf } from './ports.ts'
import { readConstants } from './read-constants.ts'
import { untilAnswered } from './until-answered.ts'

/** Beyond this a result is no value to hand on but a file. */
const MOST_RESULT = 32 * 1024 * 1024
/** A node that is done sooner is never shown as running. */
const SHOW_RUNNING_MS = 60
const MOST_LOGS = 200

async function scopeOf(
  context: WorkflowsContext,
  { walk, turn, run, place }: TurnToTake & { run: WalkedRun; place: NodePlace },
): Promise<Scope> {
  const { node } = turn.planned
  return {
    in: turn.input,
    trigger: walk.trigger,
    run: { id: run.id, workflowId: run.workflowId, trigger: run.trigger, version: run.version },
    now: new Date().toISOString(),
    constants: await readConstants(context, { node, place }),
    node: (label) => walk.nodeSeenFrom(turn, label),
    nodes: () => walk.nodesSeenFrom(turn),
  }
}

/** Kinds that only make values of values. */
const WITHOUT_EFFECT = new Set(['set', 'conditional', 'switch', 'merge', 'loop'])

/** Whether a node does nothing that anybody could see or wait for: then its record may follow its journal entry. */
export function hasNoEffect(kind: string): boolean {
  return WITHOUT_EFFECT.has(kind) || kind.startsWith('trigger-')
}

function capped(outcome: Outcome): { outcome: Outcome; size: number } {
  const size = sizeOf(outcome)
  if (size <= MOST_RESULT) return { outcome, size }
  const message = 'The result is larger than 32 MB. Let the node return less.'
  return { outcome: { status: 'failed', failure: { message, retry: false } }, size: 0 }
}

/** Runs a node; what nobody foresaw is a failure of the node too, and goes to the log. */
async function runGuarded(
  context: WorkflowsContext,
  { given, run, logs }: { given: TurnToTake; run: WalkedRun; logs: string[] },
): Promise<Outcome> {
  const { turn, signal } = given
  const { pinned } = turn.planned.node
  if (pinned !== undefined) return { status: 'done', value: pinned }
  const { projectId, environmentId, environment, depth } = run
  const place = { projectId, environmentId, environment, runId: run.id, depth, signal }
  const log = (line: string) => {
    if (logs.length < MOST_LOGS) logs.push(line)
  }
  try {
    const scope = await scopeOf(context, { ...given, run, place })
    const key = `${run.id}:${turn.key}`
    return await runNode(turn.planned.node, { scope, key, ports: portsOf(context, place), log })
  } catch (error) {
    // Nobody takes this outcome: the attempt is over, and the next one runs the node again.
    if (signal.aborted) throw error
    context.log.error({ err: error, run: run.id, node: turn.key }, 'a node met a fault of ours')
    const message = 'The node stopped because of a fault in the server.'
    return { status: 'failed', failure: { message, retry: true } }
  }
}

/** The turn a replay begins from may take something else than it took. */
export function withNewInput(turn: Step, { replayFrom, replayInput }: WalkedRun): Step {
  if (replayInput === null || turn.key !== replayFrom) return turn
  return { ...turn, input: JSON.parse(replayInput) as Json }
}

const MOST_KNOWN = 1024 * 1024
const plain = new WeakMap<GraphNode, boolean>()

/** Whether nothing in a node's settings has to be worked out. */
function isPlain(node: GraphNode): boolean {
  const known = plain.get(node) ?? !JSON.stringify(node.parameters).includes('{{')
  plain.set(node, known)
  return known
}

/** What comes of a trigger that only hands on what the run was started with: the run's row tells it, so no journal has to. */
export function triggerOutcome({ planned, input }: Step, run: WalkedRun): Outcome | undefined {
  const { node } = planned
  const isKnown = node.kind.startsWith('trigger-') && node.kind !== 'trigger-manual'
  if (!isKnown || node.pinned !== undefined || !isPlain(node)) return undefined
  return (run.payload?.length ?? 0) <= MOST_KNOWN ? { status: 'done', value: input } : undefined
}

interface TurnOfRun extends TurnToTake {
  run: WalkedRun
  /** Turns may have been taken before that the journal does not know of. */
  isResumed: boolean
  record: (record: NodeRecord) => Promise<void>
  /** Told when it began, if its record is left to whoever gets the outcome. */
  leave: (startedAt: Date) => void
}

/** Takes one turn of a run: runs the node, and writes down what it did in the same step, unless it has no effect. */
export async function takeTurn(
  context: WorkflowsContext,
  asked: TurnOfRun,
): Promise<JournaledOutcome> {
  const { run, attempt, signal } = asked
  const turn = withNewInput(asked.turn, run)
  const given = { ...asked, turn }
  const { kind } = turn.planned.node
  // A replay begins with records of the nodes before it.
  if (asked.isResumed || run.replayFrom !== null) {
    const named = { runId: run.id, key: turn.key, attempt }
    const taken = await untilAnswered(() => findTaken(context.db, named), signal)
    if (taken) return toJournal(fromRecord(taken))
  }
  const logs: string[] = []
  const startedAt = new Date()
  const begin = () => ({ ...beginRecord(run.id, { turn, attempt, startedAt }), logs })
  let shown: Promise<void> | undefined
  const show = setTimeout(() => {
    shown = asked.record(begin()).catch(() => undefined)
  }, SHOW_RUNNING_MS)
  const made = await runGuarded(context, { given, run, logs }).finally(() => clearTimeout(show))
  await shown
  const { outcome, size } = capped(made)
  // A call that was cut off because its attempt is over has not failed: the next attempt makes it again.
  if (signal.aborted && outcome.status === 'failed') throw new Error('nobody waits for this turn')
  const journaled = toJournal(outcome, size)
  if (journaled.status !== 'on-record' && hasNoEffect(kind)) {
    asked.leave(startedAt)
    return journaled
  }
  const ended = endRecord(begin(), { outcome, endedAt: new Date() })
  await untilAnswered(() => asked.record(ended), signal)
  if (run.isAwaited && kind === 'respond') await notify(context.db, runNews(run.id))
  return journaled
}
