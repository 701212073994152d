import type { Awaiting, JournaledOutcome, Json, Outcome } from '@plinth/engine'

interface Recorded {
  outcome: string
  output: string | null
}

/** The durable engine's messages have a limit, and a step beyond it would be repeated for ever. */
const MOST_JOURNALED = 4 * 1024 * 1024

/** An outcome as the journal takes it: itself, or where it is found. */
export function toJournal(outcome: Outcome, size = sizeOf(outcome)): JournaledOutcome {
  if (size <= MOST_JOURNALED || outcome.status === 'failed') return outcome
  const awaiting = awaitingOf(outcome)
  return { status: 'on-record', ...(awaiting && { awaiting }) }
}

function awaitingOf(outcome: Outcome): Awaiting | undefined {
  if (outcome.status === 'wait') return { status: 'wait', ms: outcome.ms }
  return outcome.status === 'call' ? { status: 'call', workflow: outcome.workflow } : undefined
}

/** How long an outcome is as text. */
export function sizeOf(outcome: Outcome): number {
  const { outcome: rest, output } = toRecord(outcome)
  return rest.length + (output?.length ?? 0)
}

/** An outcome as it is put on record: its value apart, where people see it. */
export function toRecord(outcome: Outcome): Recorded {
  if (outcome.status === 'items') {
    const { items, ...rest } = outcome
    return { outcome: JSON.stringify(rest), output: JSON.stringify(items) }
  }
  if (!('value' in outcome)) return { outcome: JSON.stringify(outcome), output: null }
  const { value, ...rest } = outcome
  return { outcome: JSON.stringify(rest), output: JSON.stringify(value) }
}

/** The outcome again, for a step whose node ran while its journal entry was lost. */
export function fromRecord({ outcome, output }: Recorded): Outcome {
  const rest = JSON.parse(outcome) as Outcome
  if (output === null) return rest
  const value = JSON.parse(output) as Json
  return rest.status === 'items'
    ? { ...rest, items: value as Json[] }
    : ({ ...rest, value } as Outcome)
}

/**
 * An outcome of which the journal holds only what it waited for. Its record may have moved on to what came of that: then a
 * wait still has its value, and a call that was made needs its input no more.
 */
export function fromBoth(awaiting: Awaiting, recorded: Outcome): Outcome {
  if (awaiting.status === 'call')
    return recorded.status === 'call' ? recorded : { ...awaiting, input: null }
  return { ...awaiting, value: 'value' in recorded ? recorded.value : null }
}
