import type { Json, Outcome } from '@plinth/engine'

interface Recorded {
  outcome: string
  output: string | null
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
