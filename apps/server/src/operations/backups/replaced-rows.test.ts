import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { openJobs } from '../../foundation/jobs/jobs.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { openPubSub } from '../../foundation/pubsub/pubsub.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { openEnvironments } from '../../rows/environments/environments.ts'
import { useAlbum } from '../../rows/files/testing/use-album.ts'
import { openPostgresRunner } from '../../rows/runners/postgres/postgres-runner.ts'
import { openSqliteRunner } from '../../rows/runners/sqlite/sqlite-runner.ts'
import { compileDelete } from '../../rows/statements/write/compile-delete.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

/** The environments of a process that is never notified: notifications do not cross databases. */
async function openUnnotified() {
  const { databaseUrl, dataDir } = inject('server')
  const log = pino({ level: 'silent' })
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, onError: () => undefined })
  const elsewhere = new URL(databaseUrl)
  elsewhere.pathname = '/postgres'
  const pubsub = openPubSub({ url: elsewhere.href, log })
  const runners = {
    sqlite3: openSqliteRunner(dataDir),
    postgres: openPostgresRunner({
      urlOf: () => databaseUrl,
      vault: openVault('only for placements without a connection'),
      egress: { allowed: new Set<string>(), unverified: new Set<string>() },
      onError: () => undefined,
    }),
  }
  const environments = await openEnvironments({ db, pubsub, jobs: openJobs(log), runners })
  return {
    environments,
    async close() {
      await environments.close()
      await pubsub.close()
      await db.close()
    },
  }
}

const nameOf = (projectId: string) =>
  withPlatform(async (client) => {
    const result = await client.query('select name from project where id = $1', [projectId])
    return String(result.rows[0]?.name)
  })

for (const database of ['sqlite3', 'postgres'] as const) {
  const album = useAlbum(database)
  test(`a process without notifications cannot write to replaced rows on ${database}`, async () => {
    const projectId = album.projectId()
    const { body } = await album.create({ isOpen: true, title: 'one' })
    const { id } = (body as { data: { id: string } }).data
    const backup = await createBackup(album.owner(), { projectId })
    const { environments, close } = await openUnnotified()
    try {
      const found = await environments.find({ projectId, environment: 'dev' })
      if (!(found instanceof Object)) throw new Error('no environment')
      const table = found.model.tables.get('photo')
      if (!table) throw new Error('no table')
      const remove = () =>
        environments
          .runnerOf(found)
          .write(found, compileDelete(found.model, { table, ids: [id], rule: true }))
      const restore = { projectId, backupId: backup.id, into: 'over', environments: ['dev'] }
      const done = await restoreBackup(album.owner(), {
        ...restore,
        confirm: await nameOf(projectId),
      })
      expect(done, done.message).toMatchObject({ state: 'done' })
      await expect(remove()).rejects.toMatchObject({ fault: { kind: 'stale' } })
      environments.evict(found)
      const moved = await environments.find({ projectId, environment: 'dev' })
      if (!(moved instanceof Object)) throw new Error('no environment')
      expect(moved.placement).not.toEqual(found.placement)
    } finally {
      await close()
    }
  })
}
