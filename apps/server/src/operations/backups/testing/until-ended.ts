import {
  type Backup,
  getBackup,
  listRestores,
  type Restore,
  startBackup,
  startRestore,
} from '@plinth/contract'
import { eventually } from '../../../app/testing/eventually.ts'
import type { Person } from '../../../app/testing/people.ts'

/** Creates a backup and waits for its end. */
export async function createBackup(
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

/** Restores a backup and waits for its end. */
export async function restoreBackup(
  person: Person,
  {
    projectId,
    backupId,
    ...body
  }: { projectId: string; backupId: string } & Record<string, unknown>,
): Promise<Restore> {
  const params = { projectId, backupId }
  const { restore } = await person.client.call(startRestore, { params, body: body as never })
  return eventually(async () => {
    const { restores } = await person.client.call(listRestores, { params: { projectId } })
    const now = restores.find(({ id }) => id === restore.id)
    return now && !['queued', 'running'].includes(now.state) ? now : undefined
  }, 40_000)
}
