import { Readable } from 'node:stream'
import {
  cancelBackup,
  createConstant,
  deleteBackup,
  deleteBackupSchedule,
  downloadBackup,
  getBackup,
  getBackupSchedule,
  listBackups,
  listEnvironments,
  planRestore,
  saveBackupSchedule,
  startBackup,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  withPlatform,
} from '../../app/testing/people.ts'
import { useAlbum } from '../../rows/files/testing/use-album.ts'
import { openArchive } from './archive/read-archive.ts'
import { createBackup } from './testing/until-ended.ts'

async function partsOf(url: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Project/)
  const opened = await openArchive(Readable.from([Buffer.from(await answer.arrayBuffer())]))
  const parts = new Map<string, Buffer>()
  for await (const part of opened.parts) parts.set(part.name, await part.read())
  return parts
}

describe.each(['sqlite3', 'postgres'] as const)('backups of a project, on %s', (database) => {
  const album = useAlbum(database)

  test('lets an owner create, view, download and delete one', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
    const dev = environments.find(({ name }) => name === 'dev')?.id ?? ''
    await owner.client.call(createConstant, {
      params: { projectId },
      body: { key: 'TOKEN', value: 'canary-of-a-constant', environment: dev, secret: true },
    })
    const file = await album.upload('image')
    for (const title of ['one', 'two', 'three']) {
      const body = { isOpen: true, title, ...(title === 'one' ? { image: file } : {}) }
      expect((await album.create(body)).status).toBe(200)
    }
    const made = await createBackup(owner, { projectId })
    expect(made).toMatchObject({ state: 'done', progress: 1, secretsOf: [], origin: 'person' })
    expect(made.contents?.find(({ environment }) => environment === 'dev')).toMatchObject({
      database,
      tables: 2,
      rows: 3,
      files: 1,
      constants: 1,
    })
    const params = { projectId, backupId: made.id }
    const { backups, stores } = await owner.client.call(listBackups, { params: { projectId } })
    expect(backups.map(({ id }) => id)).toContain(made.id)
    expect(stores).toContain('disk')
    const plan = await owner.client.call(planRestore, { params })
    expect(plan.brings).toEqual(made.contents)
    expect(plan.loses.find(({ environment }) => environment === 'dev')).toMatchObject({
      rows: 3,
      files: 1,
    })
    const { url } = await owner.client.call(downloadBackup, { params })
    const parts = await partsOf(url)
    expect([...parts.keys()]).toContain('dev/environment.json')
    expect(parts.has('secrets.json')).toBe(false)
    expect(Buffer.concat([...parts.values()]).includes('canary-of-a-constant')).toBe(false)
    await owner.client.call(deleteBackup, { params })
    expect((await fetch(url)).status).toBe(403)
    expect(await expectApiError(owner.client.call(getBackup, { params }))).toMatchObject({
      status: 404,
    })
  })

  test('includes secrets encrypted with the passphrase', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const made = await createBackup(owner, { projectId, passphrase: 'a passphrase of a test' })
    expect(made).toMatchObject({ state: 'done', secretsOf: ['dev'] })
    const params = { projectId, backupId: made.id }
    const parts = await partsOf((await owner.client.call(downloadBackup, { params })).url)
    expect(parts.has('secrets.json')).toBe(true)
    expect(Buffer.concat([...parts.values()]).includes('canary-of-a-constant')).toBe(false)
    const left = await withPlatform((client) =>
      client.query('select passphrase from backup where id = $1', [made.id]),
    )
    expect(left.rows).toEqual([{ passphrase: null }])
  })
})

describe('refused', () => {
  test('rejects a developer, and a backup of another project', async () => {
    const [owner, developer, other] = [await newStaff(), await newStaff(), await newStaff()]
    const projectId = await newProject(owner)
    await join(developer, { projectId, role: 'developer' })
    const params = { projectId }
    for (const [person, status] of [
      [developer, 403],
      [other, 404],
    ] as const) {
      const call = person.client.call(startBackup, { params, body: {} })
      expect(await expectApiError(call)).toMatchObject({ status })
    }
    const made = await createBackup(owner, { projectId })
    const elsewhere = { projectId: await newProject(other), backupId: made.id }
    for (const call of [getBackup, downloadBackup, planRestore, cancelBackup] as const) {
      const request = other.client.call(call as typeof getBackup, { params: elsewhere })
      expect(await expectApiError(request)).toMatchObject({ status: 404 })
    }
  })

  test('rejects a short passphrase and an unknown store', async () => {
    const owner = await newStaff()
    const params = { projectId: await newProject(owner) }
    for (const body of [{ passphrase: 'short' }, { store: 's3' as const }]) {
      const call = owner.client.call(startBackup, { params, body })
      expect(await expectApiError(call)).toMatchObject({ status: 422 })
    }
  })

  test('rejects a second backup while one runs, and deleting that one', async () => {
    const owner = await newStaff()
    const params = { projectId: await newProject(owner) }
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => owner.client.call(startBackup, { params, body: {} })),
    )
    const started = answers.filter(({ status }) => status === 'fulfilled')
    const { backups } = await owner.client.call(listBackups, { params })
    expect(
      backups.filter(({ state }) => ['queued', 'running'].includes(state)).length,
    ).toBeLessThan(2)
    expect(backups).toHaveLength(started.length)
  })
})

describe('a schedule', () => {
  const body = { cron: '0 3 * * *', timezone: 'Europe/Berlin', keepCount: 2, keepDays: 7 }

  test('is saved, starts each backup once, applies its retention, and is deleted', async () => {
    const owner = await newStaff()
    const projectId = await newProject(owner)
    const params = { projectId }
    const { schedule } = await owner.client.call(saveBackupSchedule, {
      params,
      body: { ...body, passphrase: 'a passphrase of a test' },
    })
    expect(schedule).toMatchObject({ ...body, hasPassphrase: true, store: 'disk' })
    for (let count = 1; count <= 2; count += 1) {
      await withPlatform(async (client) => {
        const due = `update backup_schedule set next_at = now() - interval '1 day' where project_id = $1`
        await client.query(due, [projectId])
        await client.query(`select pg_notify('plinth_changed', 'backup-jobs')`)
      })
      const made = await eventually(async () => {
        const { backups } = await owner.client.call(listBackups, { params })
        return backups.filter(({ state }) => state === 'done').length === count && backups
      }, 40_000)
      expect(made[0]).toMatchObject({ origin: 'schedule', by: 'Schedule', secretsOf: ['dev'] })
    }
    const kept = await owner.client.call(getBackupSchedule, { params })
    expect(Date.parse(kept.schedule?.nextOn ?? '')).toBeGreaterThan(Date.now())
    await owner.client.call(saveBackupSchedule, { params, body })
    const again = await owner.client.call(getBackupSchedule, { params })
    expect(again.schedule?.hasPassphrase).toBe(true)
    await owner.client.call(deleteBackupSchedule, { params })
    expect(await owner.client.call(getBackupSchedule, { params })).toEqual({ schedule: null })
  }, 90_000)

  test('rejects a stale save or delete with both versions', async () => {
    const owner = await newStaff()
    const params = { projectId: await newProject(owner) }
    const save = (keepCount: number, ifMatch: number) =>
      owner.client.call(saveBackupSchedule, { params, body: { ...body, keepCount }, ifMatch })
    const outcomes = await Promise.allSettled([save(3, 0), save(4, 0)])
    const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.schedule] : []))
    expect(won).toHaveLength(1)
    const revision = won[0]?.revision ?? 0
    const refusal = await expectApiError(save(5, 0))
    expect(refusal).toMatchObject({ status: 409, code: 'stale' })
    expect(refusal.details).toEqual({ revision, theirs: won[0], yours: { ...body, keepCount: 5 } })
    const end = (ifMatch: number) => owner.client.call(deleteBackupSchedule, { params, ifMatch })
    expect(await expectApiError(end(0))).toMatchObject({ status: 409, details: { theirs: won[0] } })
    await end(revision)
    expect(await expectApiError(save(6, revision))).toMatchObject({
      details: { revision: 0, theirs: null },
    })
    expect((await save(6, 0)).schedule.revision).toBeGreaterThan(revision)
  })

  test.each([
    ['an invalid cron', { cron: 'every day' }],
    ['too often', { cron: '*/5 * * * *' }],
    ['an invalid time zone', { timezone: 'Moon/Base' }],
    ['a day that never comes', { cron: '0 0 31 2 *' }],
  ])('is rejected: %s', async (_, wrong) => {
    const owner = await newStaff()
    const params = { projectId: await newProject(owner) }
    const call = owner.client.call(saveBackupSchedule, { params, body: { ...body, ...wrong } })
    expect(await expectApiError(call)).toMatchObject({ status: 422 })
  })
})
