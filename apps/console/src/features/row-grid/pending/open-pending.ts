import type { Configuration } from '@plinth/contract'
import { registerUnsaved } from '../../../state/unsaved/unsaved-changes.ts'
import { createPendingChanges, type PendingChanges, type PendingPlace } from './pending-changes.ts'

const opened = new Map<string, PendingChanges>()

registerUnsaved({
  flush: () => {
    for (const pending of opened.values()) pending.flush()
  },
  discard: () => {
    for (const pending of opened.values()) pending.discard()
    opened.clear()
  },
})

/** The unsaved changes of an environment; the same object on every screen of this tab. */
export function openPending(place: PendingPlace, synced: Configuration): PendingChanges {
  const key = `${place.projectId} ${place.environment}`
  const pending = opened.get(key) ?? createPendingChanges(place, synced)
  opened.set(key, pending)
  return pending
}
