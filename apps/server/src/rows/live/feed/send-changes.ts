import type { LiveConnection } from '../live-connection.ts'
import type { Delivery, SentChange } from './delivery.ts'

interface SentEvent {
  readonly outcome: SentChange
  readonly ids: string[]
}

function print({ type, isEntered, change, text }: SentChange, ids: string[], position: string) {
  const entered = isEntered ? ',"entered":true' : ''
  const row = text === undefined ? '' : `,"row":${text}`
  return `{"subscriptions":${JSON.stringify(ids.sort())},"type":"${type}","id":${JSON.stringify(change.rowId)}${row}${entered},"position":"${position}"}`
}

/** The events of one connection in order; equal outcomes of several subscriptions are one. */
function eventsOf(outcomes: readonly SentChange[]): readonly SentEvent[] {
  const events: SentEvent[] = []
  const known = new Map<string, SentEvent[]>()
  for (const outcome of outcomes.toSorted((a, b) => a.change.position - b.change.position)) {
    const { change, type, isEntered, text, subscription } = outcome
    const key = `${change.position} ${type} ${isEntered}`
    // Texts are compared, not a part of the key: most are one and the same string.
    const equal = known.get(key)?.find((event) => event.outcome.text === text)
    if (equal) equal.ids.push(subscription.asked.id)
    else {
      const event = { outcome, ids: [subscription.asked.id] }
      events.push(event)
      known.set(key, [...(known.get(key) ?? []), event])
    }
  }
  return events
}

/** Sends the outcomes of one connection. They are resumable if nothing of the same changes follows. */
export function sendChanges(
  { epoch, environment, positions }: Delivery,
  connection: LiveConnection,
  { outcomes, isResumable }: { outcomes: readonly SentChange[]; isResumable: boolean },
): void {
  const events = eventsOf(outcomes)
  const [first, last] = [events[0]?.outcome.change, events.at(-1)?.outcome.change]
  if (!first || !last) return
  const holder = { environmentId: environment.id, identity: connection.identity }
  const printed = positions.printer(holder, { epoch, first: first.position, last: last.position })
  for (const { outcome, ids } of events) {
    const position = printed(outcome.change.position)
    connection.add('change', print(outcome, ids, position), isResumable ? position : undefined)
  }
  connection.flush()
}
