import type { Configuration } from '@plinth/contract'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useEnvironment } from '../../../state/environment.ts'
import { checkRestored } from './check-restored.ts'
import { openPending } from './open-pending.ts'
import type { PendingChanges, PendingState } from './pending-changes.ts'

/** The unsaved row changes of the open environment. */
export function usePending(
  { id, name }: { id: string; name: string },
  synced: Configuration,
): PendingChanges {
  const environment = useEnvironment()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect below sets a later configuration
  const pending = useMemo(
    () => openPending({ projectId: id, projectName: name, environment }, synced),
    [id, name, environment],
  )
  useEffect(() => pending.setSynced(synced), [pending, synced])
  useEffect(() => void checkRestored(pending.takeRestored()), [pending])
  return pending
}

export function usePendingState(pending: PendingChanges): PendingState {
  return useSyncExternalStore(pending.subscribe, pending.get)
}
