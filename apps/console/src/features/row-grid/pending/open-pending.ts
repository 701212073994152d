import type { Configuration } from '@plinth/contract'
import { registerUnsavedRows } from '../../../state/unsaved-rows.ts'
import { createPendingChanges, type PendingChanges, type PendingPlace } from './pending-changes.ts'

const opened = new Map<string, PendingChanges>()

function flushAll() {
  for (const pending of opened.values()) pending.flush()
}

registerUnsavedRows({
  flush: flushAll,
  discard: () => {
    for (const pending of opened.values()) pending.discard()
    opened.clear()
  },
})
window.addEventListener('pagehide', flushAll)
document.addEventListener('visibilitychange', flushAll)
// A reload loses nothing that is stored, but closing the tab does, and the browser does not say which one it is.
window.addEventListener('beforeunload', (event) => {
  const isUnsaved = [...opened.values()].some((pending) => pending.get().counts.size > 0)
  if (isUnsaved) event.preventDefault()
})

/** The unsaved changes of an environment; the same object on every screen of this tab. */
export function openPending(place: PendingPlace, synced: Configuration): PendingChanges {
  const key = `${place.projectId} ${place.environment}`
  const pending = opened.get(key) ?? createPendingChanges(place, synced)
  opened.set(key, pending)
  return pending
}
