import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createCredential,
  createKey,
  createWorkflow,
  deployDatabase,
  planDeploy,
  updateCredential,
} from '@plinth/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { routes } from '../../app/startup/routes.ts'
import { type RunningServer, startServer } from '../../app/startup/start-server.ts'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import { nodeOf } from '../../app/testing/graph.ts'
import {
  clientOf,
  expectApiError,
  newProject,
  type Person,
  theAdmin,
} from '../../app/testing/people.ts'
import { applyTables } from '../../rows/testing/shelf.ts'
import { readEnv } from '../settings/env.ts'

const lines: string[] = []
let api: RunningServer
let folder: string

beforeAll(async () => {
  const { databaseUrl, ingressUrl, adminUrl, dataDir } = inject('server')
  folder = await mkdtemp(join(tmpdir(), 'plinth-canary-'))
  for (const shared of ['secret.key', 'projects']) {
    await symlink(join(dataDir, shared), join(folder, shared))
  }
  const env = readEnv([], {
    PORT: '0',
    PLINTH_ROLES: 'api,data',
    PLINTH_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
  })
  // Another server process whose log is captured.
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  api = await startServer(env, { log, checkAnswers: true })
})

afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The answers of every GET endpoint about a project. */
async function readEverything(admin: Person, named: Record<string, string>): Promise<string> {
  const texts: string[] = []
  for (const { endpoint } of routes.filter((one) => one.endpoint.method === 'GET')) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? 'none')
    const answer = await fetch(`${api.address}${path}`, {
      headers: { authorization: `Bearer ${admin.token}` },
      // Streams do not end by themselves; their first events are enough.
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined)
    texts.push(`${path} ${answer?.status}`, (await answer?.text().catch(() => '')) ?? '')
  }
  return texts.join('\n')
}

test('the secret of a key is returned once and appears nowhere else: answers, audit, logs, dump (R17)', async () => {
  const admin = await theAdmin()
  const client = clientOf(admin.token, api.address)
  const projectId = await newProject(admin)
  const params = { projectId }
  const table = { id: 't', name: 't', rules: { list: 'true' } }
  await applyTables({ projectId, owner: admin, database: 'sqlite3', tables: [table] })
  const tables = [{ table: 't', operations: ['list' as const] }]
  const body = { name: 'Key', environment: 'dev' as const, tables }
  const idempotencyKey = randomUUID()
  const { key, secret } = await client.call(createKey, { params, body, idempotencyKey })
  const error = await expectApiError(client.call(createKey, { params, body, idempotencyKey }))
  const headers = { authorization: `Bearer ${secret}` }
  const used = await fetch(`${api.address}/api/data/t`, { headers })
  const refused = await fetch(`${api.address}/api/data/other`, { headers })
  expect([used.status, refused.status]).toEqual([200, 404])
  const seen = [error, await used.text(), await refused.text()]
  const everything = await readEverything(admin, { projectId })
  const text = `${JSON.stringify(seen)}\n${everything}\n${await dumpPlatform()}\n${lines.join('\n')}`
  expect(text).toContain(key.id)
  const bare = secret.slice('plk_'.length)
  for (const form of [bare, Buffer.from(secret).toString('hex'), btoa(secret).slice(0, 40)])
    expect(text.includes(form), form).toBe(false)
})

test('a stored secret is in no answer, error, deploy, audit entry, log line or dump (R17)', async () => {
  const admin = await theAdmin()
  const client = clientOf(admin.token, api.address)
  const projectId = await newProject(admin)
  const params = { projectId }
  const canary = `canary-${randomUUID()}`
  const data = { baseUrl: 'https://api.example.com', apiKey: canary, deep: { list: [canary] } }
  const seen: unknown[] = []
  const body = { name: 'Key', type: 'api-credential' as const, data }
  const { credential } = await client.call(createCredential, {
    params,
    body,
    idempotencyKey: randomUUID(),
  })
  const one = { projectId, id: credential.id }
  seen.push(credential, await client.call(updateCredential, { params: one, body }))
  const errors = [
    client.call(updateCredential, { params: one, body, ifMatch: 1 }),
    client.call(createCredential, { params, body }),
    client.call(createCredential, { params, body: { ...body, name: 'Other', type: 'jwt' } }),
    client.call(createCredential, { params, body: { ...body, name: canary.repeat(5) } }),
  ]
  for (const error of await Promise.all(errors.map(expectApiError))) {
    seen.push(error.message, error.details)
  }
  const nodes = [nodeOf('a', { credentials: { key: credential.id } })]
  const workflow = { name: 'W', nodes, connections: [] }
  const { id: workflowId } = (await client.call(createWorkflow, { params, body: workflow })).data
    .workflow
  seen.push(await client.call(planDeploy, { params }))
  const { release } = await client.call(deployDatabase, { params })
  const named = { projectId, workflowId, revision: '1', releaseId: release.id }
  seen.push(release, await readEverything(admin, named))
  const text = `${JSON.stringify(seen)}\n${await dumpPlatform()}\n${lines.join('\n')}`
  expect(text).toContain(credential.id)
  expect(lines.length).toBeGreaterThan(20)
  const forms = [canary, Buffer.from(canary).toString('hex'), btoa(canary).slice(0, 40)]
  for (const form of forms) expect(text.includes(form), form).toBe(false)
})
