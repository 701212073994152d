import { type Release, TRASH_RETENTION_DAYS } from '@plinth/contract'

const DAY_MS = 86_400_000

/** The release that an undo would revert; expects the log newest first. */
export function findUndoable(releases: readonly Release[]): Release | undefined {
  const applied: Release[] = []
  for (const release of releases.toReversed()) {
    if (release.state !== 'applied') continue
    if (release.kind === 'undo') applied.pop()
    else applied.push(release)
  }
  return applied.at(-1)
}

/** Whole days until an item in the trash is deleted permanently. */
export function daysLeft(trashedOn: string, now: number): number {
  const end = Date.parse(trashedOn) + TRASH_RETENTION_DAYS * DAY_MS
  return Math.max(0, Math.ceil((end - now) / DAY_MS))
}
