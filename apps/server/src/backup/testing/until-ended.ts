import { type Backup, getBackup, startBackup } from '@plinth/contract'
import { eventually } from '../../testing/eventually.ts'
import type { Person } from '../../testing/people.ts'

/** Makes a backup as an owner does, and waits for its end. */
export async function backUp(
  owner: Person,
  { projectId, ...body }: { projectId: string; passphrase?: string },
): Promise<Backup> {
  const { backup } = await owner.client.call(startBackup, { params: { projectId }, body })
  const params = { projectId, backupId: backup.id }
  return eventually(async () => {
    const { backup: now } = await owner.client.call(getBackup, { params })
    return ['queued', 'running'].includes(now.state) ? undefined : now
  }, 30_000)
}
