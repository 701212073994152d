import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  createConstant,
  createCredential,
  deployDatabase,
  downloadBackup,
  getBackupSchedule,
  listAudit,
  listBackups,
  listCredentials,
  listEnvironments,
  listRestores,
  saveBackupSchedule,
  updateCredential,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { openUnder } from './archive/passphrase-box.ts'
import { openArchive } from './archive/read-archive.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

const PASSPHRASE = 'a passphrase of a test'
const CANARIES = {
  dev: [`dev-key-${randomUUID()}`, `dev-constant-${randomUUID()}`],
  production: [`live-key-${randomUUID()}`, `live-constant-${randomUUID()}`],
} as const

let owner: Person
let admin: Person
let projectId: string
const params = () => ({ projectId })

beforeAll(async () => {
  owner = await newStaff()
  admin = await theAdmin()
  projectId = await newProject(owner)
  const type = 'custom' as const
  const data = (key: string) => ({ key, hosts: ['x.io'] })
  const made = { name: 'Mail', type, data: data(CANARIES.dev[0]) }
  await owner.client.call(createCredential, { params: params(), body: made })
  await admin.client.call(deployDatabase, { params: params(), body: {} })
  const { credentials } = await admin.client.call(listCredentials, { params: params() })
  const live = credentials.find(({ environment }) => environment.name === 'production')
  await admin.client.call(updateCredential, {
    params: { projectId, id: live?.id ?? '' },
    body: { name: 'Mail', type, data: data(CANARIES.production[0]) },
  })
  const { environments } = await admin.client.call(listEnvironments, { params: params() })
  for (const { id: environment, name } of environments) {
    const body = { key: 'TOKEN', value: CANARIES[name][1], environment, secret: true }
    await admin.client.call(createConstant, { params: params(), body })
  }
})

/** The whole archive as text, with its secrets decrypted. */
async function contentOf(person: Person, backupId: string): Promise<string> {
  const { url } = await person.client.call(downloadBackup, { params: { projectId, backupId } })
  const answer = await fetch(url)
  const opened = await openArchive(Readable.from([Buffer.from(await answer.arrayBuffer())]))
  const texts: string[] = []
  for await (const part of opened.parts) {
    const text = (await part.read()).toString('utf8')
    const isSealed = part.name === 'secrets.json'
    texts.push(isSealed ? await openUnder(PASSPHRASE, { sealed: text, bound: backupId }) : text)
  }
  return texts.join('\n')
}

const heldIn = (content: string) =>
  Object.fromEntries(
    Object.entries(CANARIES).map(([name, all]) => [
      name,
      all.filter((one) => content.includes(one)).length,
    ]),
  )

async function auditOf(backupId: string) {
  const { entries } = await admin.client.call(listAudit, {
    params: params(),
    query: { area: 'backup' },
  })
  return entries
    .filter(({ entity_id, action }) => entity_id === backupId && action !== 'downloaded')
    .map(({ action, after }) => [action, (after as { secretsOf: string[] }).secretsOf])
}

describe('a backup with a passphrase', () => {
  test.each([
    { who: 'owner', secretsOf: ['dev'], held: { dev: 2, production: 0 } },
    { who: 'admin', secretsOf: ['dev', 'production'], held: { dev: 2, production: 2 } },
  ] as const)('of an $who includes and lists the secrets of $secretsOf', async (given) => {
    const person = given.who === 'owner' ? owner : admin
    const made = await createBackup(person, { projectId, passphrase: PASSPHRASE })
    expect(made).toMatchObject({ state: 'done', secretsOf: given.secretsOf })
    expect(heldIn(await contentOf(person, made.id))).toEqual(given.held)
    expect(await auditOf(made.id)).toEqual([
      ['made', given.secretsOf],
      ['started', given.secretsOf],
    ])
  })

  test('restored as a new project without production secrets, lists the secrets to fill in', async () => {
    const made = await createBackup(owner, { projectId, passphrase: PASSPHRASE })
    const restored = await restoreBackup(owner, {
      projectId,
      backupId: made.id,
      into: 'new',
      name: `Restored ${randomUUID()}`,
      passphrase: PASSPHRASE,
    })
    expect(restored).toMatchObject({ state: 'done' })
    const { restores } = await owner.client.call(listRestores, { params: params() })
    expect(restores.find(({ id }) => id === restored.id)?.left).toEqual([
      'Credentials of production to be filled in again: Mail.',
      'Secret constants of production to be made again: TOKEN.',
    ])
  })

  test('restored over production without its secrets, keeps the current ones', async () => {
    const made = await createBackup(owner, { projectId, passphrase: PASSPHRASE })
    const { credentials: before } = await admin.client.call(listCredentials, { params: params() })
    const restored = await restoreBackup(admin, {
      projectId,
      backupId: made.id,
      into: 'over',
      environments: ['production'],
      confirm: await withPlatform(async (client) => {
        const result = await client.query('select name from project where id = $1', [projectId])
        return String(result.rows[0].name)
      }),
      passphrase: PASSPHRASE,
    })
    expect(restored).toMatchObject({ state: 'done', left: [] })
    const { credentials: after } = await admin.client.call(listCredentials, { params: params() })
    const secrets = (all: typeof before) =>
      all.map(({ environment, data }) => [environment.name, data.key]).sort()
    expect(secrets(after)).toEqual(secrets(before))
  })
})

describe('a schedule', () => {
  const body = { cron: '0 3 * * *', timezone: 'UTC', keepCount: 9, keepDays: 7 }
  const save = async (person: Person, passphrase?: string) => {
    const sent = passphrase ? { ...body, passphrase } : body
    const { schedule } = await person.client.call(saveBackupSchedule, {
      params: params(),
      body: sent,
    })
    return schedule.secretsOf
  }
  const current = async () =>
    (await owner.client.call(getBackupSchedule, { params: params() })).schedule?.secretsOf
  /** Runs the next scheduled backup now. */
  const fire = async () => {
    const done = async () =>
      (await owner.client.call(listBackups, { params: params() })).backups.filter(
        ({ state, origin }) => origin === 'schedule' && state === 'done',
      )
    const known = (await done()).length
    await withPlatform(async (client) => {
      const due = `update backup_schedule set next_at = now() - interval '1 day' where project_id = $1`
      await client.query(due, [projectId])
      await client.query(`select pg_notify('plinth_changed', 'backup-jobs')`)
    })
    const made = await eventually(async () => {
      const all = await done()
      return all.length > known && all[0]
    }, 40_000)
    const content = await contentOf(owner, made.id)
    const [entry] = await auditOf(made.id)
    return { secretsOf: made.secretsOf, held: heldIn(content), entry }
  }
  const DEV = {
    secretsOf: ['dev'],
    held: { dev: 2, production: 0 },
    entry: ['made', ['dev']],
  }
  const BOTH = {
    secretsOf: ['dev', 'production'],
    held: { dev: 2, production: 2 },
    entry: ['made', ['dev', 'production']],
  }

  test("includes production secrets only with an admin's passphrase", async () => {
    expect(await save(owner, PASSPHRASE)).toEqual(['dev'])
    expect(await fire()).toEqual(DEV)
    // The passphrase is still the owner's.
    expect(await save(admin)).toEqual(['dev'])
    expect(await save(admin, PASSPHRASE)).toEqual(['dev', 'production'])
    expect(await current()).toEqual(['dev', 'production'])
    expect(await fire()).toEqual(BOTH)
    expect(await save(owner)).toEqual(['dev'])
    expect(await save(admin)).toEqual(['dev'])
  }, 90_000)

  test.each([
    ['demoted', 'is_admin = false', 'is_admin = true'],
    ['disabled', 'disabled_at = now()', 'disabled_at = null'],
  ])(
    'includes no production secrets once its admin was %s',
    async (_, set, back) => {
      const other = await newStaff()
      const change = (text: string) =>
        withPlatform((client) => client.query(`update staff set ${text} where id = $1`, [other.id]))
      await change('is_admin = true')
      expect(await save(other, PASSPHRASE)).toEqual(['dev', 'production'])
      await change(set)
      expect(await current()).toEqual(['dev'])
      expect(await fire()).toEqual(DEV)
      await change(back)
      expect(await current()).toEqual(['dev', 'production'])
      await change('is_admin = false')
    },
    60_000,
  )
})
