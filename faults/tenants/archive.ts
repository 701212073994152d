import { randomBytes } from 'node:crypto'
import { must } from '../backup/backup-project.ts'
import { type NotesProject, newMember } from '../rows/notes-project.ts'
import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'

/** Objects of a project besides its rows: an owner, a backup, a restore, a schedule and an invited user. */
export interface Archive {
  owner: string
  backupId: string
  restoreId: string
  invitationId: string
  /** Path of the archive and the signature that opens it. */
  file: { path: string; signature: string }
  /** Everything the owner can read about backups, to detect changes. */
  read(): Promise<string>
}

interface Job {
  id: string
  state: string
}

/** Creates a backup, a restore and a schedule of a project. */
export async function storeArchive(address: string, { projectId }: NotesProject): Promise<Archive> {
  const admin = { address, token: await signIn(address) }
  const at = { address, token: await newMember(admin, { projectId, role: 'owner' }) }
  const base = `/api/project/${projectId}`
  const get = (path: string) => must(at, { method: 'GET', path: `${base}${path}` })
  const ended = async (path: string, name: string) => {
    let job: Job | undefined
    const look = async () => {
      const found = await get(path)
      job = (found[name] ?? (found[`${name}s`] as Job[])[0]) as Job
      return job.state === 'done'
    }
    if (!(await eventually(look, { limitMs: 180_000, everyMs: 50 })))
      throw new Error(`${path}: ${JSON.stringify(job)}`)
  }
  const { backup } = (await must(at, { path: `${base}/backup`, body: {} })) as { backup: Job }
  await ended(`/backup/${backup.id}`, 'backup')
  const again = { into: 'new', name: `Again ${randomBytes(6).toString('hex')}` }
  const path = `${base}/backup/${backup.id}/restore`
  const { restore } = (await must(at, { path, body: again })) as { restore: Job }
  await ended('/restore', 'restore')
  // Half a day away, so that the schedule does not fire during the comparison.
  const hour = (new Date().getUTCHours() + 12) % 24
  const schedule = { cron: `0 ${hour} * * *`, timezone: 'UTC', keepCount: 2, keepDays: 7 }
  await must(at, { method: 'PUT', path: `${base}/backup-schedule`, body: schedule })
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const { invitation } = await must(admin, { path: '/api/invitation', body: { email } })
  const { url } = await must(at, { path: `${base}/backup/${backup.id}/download` })
  const { pathname, search } = new URL(String(url))
  return {
    owner: at.token,
    backupId: backup.id,
    restoreId: restore.id,
    invitationId: (invitation as { id: string }).id,
    file: { path: pathname, signature: search },
    read: async () =>
      JSON.stringify([await get('/backup'), await get('/restore'), await get('/backup-schedule')]),
  }
}
