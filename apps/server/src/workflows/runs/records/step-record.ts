import type {
  ApprovalRequest,
  Awaiting,
  JournaledOutcome,
  Json,
  Outcome,
  Step,
} from '@plinth/engine'
import * as z from 'zod'
import { readJson, readStored } from '../../../foundation/platform/stored-json.ts'
import { readRunData } from './run-content.ts'

/** The row of one attempt at a step. */
export interface StepRecord {
  runId: string
  key: string
  attempt: number
  nodeId: string
  label: string
  kind: string
  status: 'running' | 'waiting' | 'succeeded' | 'failed'
  input: string
  output: string | null
  error: string | null
  /** The outcome without its output, as JSON. */
  outcome: string | null
  logs: readonly string[]
  startedAt: Date
  endedAt: Date | null
  origin: 'run' | 'pin'
}

/** Kinds that only compute values. */
const WITHOUT_EFFECT = new Set(['set', 'conditional', 'switch', 'merge', 'loop'])

/** True for kinds without side effects, whose record may be written after the journal entry. */
export function hasNoEffect({ planned }: Step): boolean {
  const { kind } = planned.node
  return WITHOUT_EFFECT.has(kind) || kind.startsWith('trigger-')
}

function statusOf({ status }: Outcome): StepRecord['status'] {
  if (status === 'failed') return 'failed'
  const waits = status === 'wait' || status === 'call' || status === 'approval'
  return waits ? 'waiting' : 'succeeded'
}

/** The record of a step while it is executing. */
export function beginRecord(
  runId: string,
  { step, attempt, startedAt }: { step: Step; attempt: number; startedAt: Date },
): StepRecord {
  const { node } = step.planned
  return {
    runId,
    key: step.key,
    attempt,
    nodeId: node.id,
    label: node.label,
    kind: node.kind,
    status: 'running',
    input: JSON.stringify(step.input),
    output: null,
    error: null,
    outcome: null,
    logs: [],
    startedAt,
    endedAt: null,
    origin: node.pinned === undefined ? 'run' : 'pin',
  }
}

/** The record with its outcome. */
export function endRecord(
  record: StepRecord,
  { outcome, endedAt }: { outcome: Outcome; endedAt: Date },
): StepRecord {
  const status = statusOf(outcome)
  return {
    ...record,
    ...toRecord(outcome),
    status,
    error: outcome.status === 'failed' ? outcome.failure.message : null,
    endedAt: status === 'waiting' ? null : endedAt,
  }
}

interface Recorded {
  outcome: string
  output: string | null
}

/** Restate limits the size of a message; a step above it would be retried for ever. */
const MAX_JOURNALED = 4 * 1024 * 1024

/** Returns the outcome itself, or a reference to its record if it is too large for the journal. */
export function toJournal(outcome: Outcome, size = sizeOf(outcome)): JournaledOutcome {
  if (size <= MAX_JOURNALED || outcome.status === 'failed') return outcome
  const awaiting = awaitingOf(outcome)
  return { status: 'on-record', ...(awaiting && { awaiting }) }
}

function awaitingOf(outcome: Outcome): Awaiting | undefined {
  if (outcome.status === 'wait') {
    const { value: _, ...wait } = outcome
    return wait
  }
  return outcome.status === 'call' ? { status: 'call', workflow: outcome.workflow } : undefined
}

/** The length of an outcome as text. */
export function sizeOf(outcome: Outcome): number {
  const { outcome: rest, output } = toRecord(outcome)
  return rest.length + (output?.length ?? 0)
}

/** Splits an outcome for its record: the value goes to `output`, which is shown to users. */
export function toRecord(outcome: Outcome): Recorded {
  if (outcome.status === 'items') {
    const { items, ...rest } = outcome
    return { outcome: JSON.stringify(rest), output: JSON.stringify(items) }
  }
  if (!('value' in outcome)) return { outcome: JSON.stringify(outcome), output: null }
  const { value, ...rest } = outcome
  return { outcome: JSON.stringify(rest), output: JSON.stringify(value) }
}

/** An outcome without the value that `output` holds. */
const StoredOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), outputs: z.array(z.string()).exactOptional() }),
  z.object({ status: z.literal('wait'), ms: z.number(), until: z.number().exactOptional() }),
  z.object({
    status: z.literal('items'),
    atOnce: z.number(),
    onFailure: z.enum(['stop', 'continue']),
  }),
  z.object({ status: z.literal('call'), workflow: z.string(), input: z.custom<Json>() }),
  z.object({ status: z.literal('approval'), request: z.custom<ApprovalRequest>() }),
  z.object({
    status: z.literal('respond'),
    code: z.number(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({
    status: z.literal('failed'),
    failure: z.object({ message: z.string(), retry: z.boolean() }),
  }),
])
const StoredItems = z.array(z.custom<Json>())

function readOutcome({ outcome, output }: Recorded): Outcome {
  const rest = readStored(StoredOutcome, outcome, 'outcome of a step')
  if (rest.status === 'failed' || rest.status === 'call' || rest.status === 'approval') return rest
  const value = output ?? 'null'
  return rest.status === 'items'
    ? { ...rest, items: readStored(StoredItems, value, 'items of a step') }
    : { ...rest, value: readJson(value) }
}

/** Restores an outcome, for a step that ran but whose journal entry was lost. */
export function fromRecord(recorded: Recorded): Outcome {
  return readRunData('recorded outcome of a step', () => readOutcome(recorded))
}

/**
 * Restores an outcome of which the journal holds only the wait. The record may already hold the final
 * outcome: then a wait still has its value, and a call needs its input no more.
 */
export function fromBoth(awaiting: Awaiting, recorded: Outcome): Outcome {
  if (awaiting.status === 'call')
    return recorded.status === 'call' ? recorded : { ...awaiting, input: null }
  return { ...awaiting, value: 'value' in recorded ? recorded.value : null }
}
