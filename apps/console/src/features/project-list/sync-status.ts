import type { Project, SYNC_STATUSES } from '@plinth/contract'

export type SyncStatus = (typeof SYNC_STATUSES)[number]

/** In sync means exactly two configurations whose last applied state is the same. */
export function syncStatusOf(project: Pick<Project, 'configurations'>): SyncStatus {
  const [first, second, ...others] = project.configurations
  if (first === undefined || second === undefined || others.length > 0) return 'out-of-sync'
  const equal = first.old_configuration.digest === second.old_configuration.digest
  return equal ? 'in-sync' : 'out-of-sync'
}
