import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import {
  createConstant,
  createCredential,
  createKey,
  downloadBackup,
  getBackupSchedule,
  inviteStaff,
  listBackups,
  listEnvironments,
  listInvitations,
  listRequests,
  listRestores,
  planRestore,
  saveBackupSchedule,
  startBackup,
} from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { expectApiError, newProject, type Person, theAdmin } from '../../app/testing/people.ts'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { createBackup, restoreBackup } from '../../operations/backups/testing/until-ended.ts'
import { applyTables, send } from '../../rows/testing/shelf.ts'

let mailbox: Mailbox
let folder: string
let admin: Person
beforeAll(async () => {
  mailbox = await openMailbox()
  folder = await mkdtemp(join(tmpdir(), 'plinth-canary-'))
  admin = await theAdmin()
})
afterAll(async () => {
  await mailbox.close()
  await rm(folder, { recursive: true, force: true })
})

const newCanary = () => `canary-${randomUUID()}`
/** Values that must not appear anywhere. */
const secret = {
  credential: newCanary(),
  constant: newCanary(),
  passphrase: newCanary(),
  scheduled: newCanary(),
  wrong: newCanary(),
  /** Values in requests; not secrets, but the request log must not store values. */
  asked: newCanary(),
}

async function plant(projectId: string): Promise<string[]> {
  const params = { projectId }
  const { environments } = await admin.client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const constant = { key: 'TOKEN', value: secret.constant, environment, secret: true }
  await admin.client.call(createConstant, { params, body: constant })
  const data = { baseUrl: 'https://api.example.com', apiKey: secret.credential }
  const body = { name: 'Service', type: 'api-credential' as const, data }
  await admin.client.call(createCredential, { params, body })
  const tables = [{ table: 't', operations: ['list' as const] }]
  const key = { name: 'Key', environment: 'dev' as const, tables }
  const { secret: bearer } = await admin.client.call(createKey, { params, body: key })
  const email = `${randomUUID()}@example.com`
  await admin.client.call(inviteStaff, { body: { email } })
  const { text } = await mailbox.wait(email, 1)
  const invitation = /\/invitation#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
  expect(invitation).not.toBe('')
  const asked = { $filter: `title = "${secret.asked}"` }
  for (const query of [asked, { $filter: `nothing = "${secret.asked}"` }]) {
    await send('GET', 't', { token: bearer, query })
  }
  await eventually(async () => {
    const { requests } = await admin.client.call(listRequests, { params, query: {} })
    return requests.length >= 2
  })
  return [bearer.slice('plk_'.length), invitation]
}

/** Creates two archives, a schedule and failing restores; returns everything that is reported about them. */
async function backUpTwice(projectId: string): Promise<string[]> {
  const params = { projectId }
  const said: unknown[] = []
  for (const passphrase of [undefined, secret.passphrase]) {
    const made = await createBackup(admin, { projectId, ...(passphrase ? { passphrase } : {}) })
    const one = { projectId, backupId: made.id }
    const { url } = await admin.client.call(downloadBackup, { params: one })
    const archive = Buffer.from(await (await fetch(url)).arrayBuffer())
    await writeFile(join(folder, 'it.plinth'), archive)
    said.push(made, zstdDecompressSync(archive).toString('latin1'))
    said.push(await admin.client.call(planRestore, { params: one }))
    if (!passphrase) continue
    const body = { into: 'new', name: 'Never', passphrase: secret.wrong }
    const failed = await restoreBackup(admin, { ...one, ...body })
    expect(failed.state).toBe('failed')
    said.push(failed)
  }
  const schedule = { cron: '0 3 * * *', timezone: 'UTC', keepCount: 2, keepDays: 7 }
  const body = { ...schedule, passphrase: secret.scheduled }
  said.push(await admin.client.call(saveBackupSchedule, { params, body }))
  const short = admin.client.call(startBackup, { params, body: { passphrase: 'canary-odd' } })
  expect(JSON.stringify((await expectApiError(short)).details)).not.toContain('canary-odd')
  for (const endpoint of [listBackups, listRestores, getBackupSchedule] as const) {
    said.push(await admin.client.call(endpoint as typeof listBackups, { params }))
  }
  return said.map((one) => JSON.stringify(one))
}

async function runCommands(projectId: string): Promise<string[]> {
  const wrong = join(folder, 'wrong')
  await writeFile(wrong, secret.wrong)
  const archive = join(folder, 'it.plinth')
  const refused = await plinth('restore', '--in', archive, '--passphrase-file', wrong)
  expect(refused).toMatchObject({ code: 2, said: expect.stringMatching(/not the one/) })
  const out = join(folder, projectId)
  const left = await plinth('export', '--project', projectId, '--out', out)
  expect(left, left.said).toMatchObject({ code: 0 })
  const texts = [refused.said, left.said]
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'latin1'))
  }
  return texts
}

test.each(['sqlite3', 'postgres'] as const)(
  'no secret is in a backup, an export, the request log or their messages, on %s (R17)',
  async (database) => {
    const projectId = await newProject(admin)
    const columns = [{ id: 'title', name: 'title', type: 'text' }]
    const tables = [{ id: 't', name: 't', rules: { list: 'true' }, columns }]
    await applyTables({ projectId, owner: admin, database, tables })
    const tokens = await plant(projectId)
    const texts = [...(await backUpTwice(projectId)), ...(await runCommands(projectId))]
    const params = { projectId }
    texts.push(JSON.stringify(await admin.client.call(listRequests, { params, query: {} })))
    texts.push(JSON.stringify(await admin.client.call(listInvitations)), await dumpPlatform())
    const all = texts.join('\n')
    expect(all).toContain('Service')
    expect(all).toContain('secrets.json')
    for (const canary of [...Object.values(secret), ...tokens]) {
      const forms = [canary, Buffer.from(canary).toString('hex'), btoa(canary).slice(0, 40)]
      for (const form of forms) expect(all.includes(form), form).toBe(false)
    }
  },
  90_000,
)
