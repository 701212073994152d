import { join } from 'node:path'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { call } from '../../faults/stack/call.ts'
import { createDatabase, queryDatabase } from './databases.ts'
import { installOther, type Other } from './install-other.ts'
import { runOther, startOther } from './start-other.ts'

export const DIRECTUS: Other = {
  name: 'directus',
  version: '12.4.0',
  overrides: {
    'isolated-vm': {
      version: '7.0.1',
      why: 'comes with binaries, where 5.0.3 is compiled for minutes; only sandboxed extensions use it',
    },
  },
}

/** Settings that differ from Directus's defaults, each in its favour or without effect on the result. */
export const DIRECTUS_SETTINGS = {
  CACHE_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  SERVE_APP: 'false',
  TELEMETRY: 'false',
  LOG_LEVEL: 'error',
  EXTENSIONS_AUTO_RELOAD: 'false',
}

const ADMIN_TOKEN = 'token-of-the-admin-of-the-other-side'
const USER_TOKEN = 'token-of-the-user-of-the-other-side'

const FIELDS = [
  { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
  { field: 'title', type: 'string' },
  { field: 'status', type: 'string' },
  { field: 'rank', type: 'float' },
  { field: 'createdOn', type: 'timestamp', meta: { special: ['date-created'] } },
  { field: 'updatedOn', type: 'timestamp', meta: { special: ['date-created', 'date-updated'] } },
]

async function must(address: string, request: { method: string; path: string; body?: unknown }) {
  const answer = await call({ address, token: ADMIN_TOKEN }, request)
  if (answer.status !== 200)
    throw new Error(`${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data as Record<string, unknown>
}

/** A user with the same permissions as the default rule: full access for users, none for guests. */
async function makePeople(address: string): Promise<void> {
  const post = (path: string, body: unknown) => must(address, { method: 'POST', path, body })
  const policy = await post('/policies', { name: 'Items', admin_access: false, app_access: false })
  const actions = ['create', 'read', 'update', 'delete']
  await post(
    '/permissions',
    actions.map((action) => ({
      policy: policy.id,
      collection: 'item',
      action,
      permissions: {},
      fields: ['*'],
    })),
  )
  const role = await post('/roles', { name: 'User', policies: [{ policy: policy.id }] })
  await post('/users', {
    email: 'user@example.com',
    password: 'correct horse battery',
    role: role.id,
    token: USER_TOKEN,
  })
}

async function fill(databaseUrl: string, rows: number): Promise<string[]> {
  await queryDatabase(
    databaseUrl,
    `insert into item (id, title, status, rank, "createdOn", "updatedOn")
     select gen_random_uuid(), 'Item number ' || n, case when n % 3 = 0 then 'open' else 'done' end, n,
       now() + n * interval '1 millisecond', now()
     from generate_series(0, ${rows - 1}) as n`,
  )
  await queryDatabase(databaseUrl, 'create index on item (status, "createdOn", id)')
  await queryDatabase(databaseUrl, 'analyze item')
  const found = await queryDatabase<{ id: string }>(
    databaseUrl,
    `select id from item where status = 'open' limit 200`,
  )
  return found.map(({ id }) => id)
}

/** Starts Directus on the same database server, with the same table, rows and rule. */
export async function openDirectus({ serverUrl, rows }: { serverUrl: string; rows: number }) {
  const folder = await installOther(DIRECTUS)
  const databaseUrl = await createDatabase(serverUrl, 'directus')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...DIRECTUS_SETTINGS,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: 'a secret of this measurement alone, which is never used again',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
    ADMIN_TOKEN,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
  }
  const cli = join(folder, 'node_modules/@directus/api/dist/cli/run.js')
  const program = { folder, env, words: [cli] }
  await runOther({ ...program, words: [cli, 'bootstrap'] })
  const { pid, stop } = await startOther({
    ...program,
    words: [cli, 'start'],
    healthUrl: `${address}/server/ping`,
  })
  /** Turns Directus's activity and revision records on or off; they are on by default. */
  const keepHistory = async (keeps: boolean) => {
    const body = { meta: { accountability: keeps ? 'all' : null } }
    await must(address, { method: 'PATCH', path: '/collections/item', body })
  }
  try {
    const item = { collection: 'item', schema: {}, meta: { accountability: null }, fields: FIELDS }
    await must(address, { method: 'POST', path: '/collections', body: item })
    await makePeople(address)
    const ids = await fill(databaseUrl, rows)
    return { address, pid, token: USER_TOKEN, ids, keepHistory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Directus = Awaited<ReturnType<typeof openDirectus>>
