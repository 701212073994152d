import { execFile } from 'node:child_process'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEmbeddedUrl } from '../foundation/embedded/postgres/embedded-url.ts'
import { startEmbedded } from '../foundation/embedded/start-embedded.ts'
import { query } from '../foundation/embedded/testing/query.ts'
import { temporaryDataDir } from '../foundation/embedded/testing/temporary-data-dir.ts'
import { readEnv } from '../foundation/settings/env.ts'
import { type RunningServer, startServer } from './startup/start-server.ts'
import { eventually } from './testing/eventually.ts'
import { programEnv } from './testing/settings/program-env.ts'

const run = promisify(execFile)
const admin = { email: 'admin@example.com', password: 'correct horse battery' }
const { dataDir, remove } = await temporaryDataDir()
let server: RunningServer
let token = ''
let databaseUrl = ''

// biome-ignore lint/suspicious/noExplicitAny: the answers of many endpoints
async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

const tables = [
  {
    id: 't1',
    name: 'note',
    rules: { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' },
    columns: [{ id: 'c1', name: 'title', type: 'text', options: {} }],
  },
  { id: 't2', name: 'titles', type: 'Computed', order: 2, query: 'select id, title from note' },
]

/** Uses every feature that opens a connection to PostgreSQL. */
async function useEverything(): Promise<void> {
  token = (await ask('POST', '/auth/login', admin)).token
  const { projectId } = await ask('POST', '/api/project', { cloned: false, name: 'Connections' })
  const project = `/api/project/${projectId}`
  const newConfiguration = { version: 'v1', database: 'postgres', tables }
  await ask('POST', `${project}/configuration`, { newConfiguration })
  await ask('POST', `/api/database/${projectId}/sync`, {})
  const here = `$projectId=${projectId}`
  await ask('POST', `/api/data/note?${here}`, { title: 'first' })
  await ask('GET', `/api/data/note?${here}`)
  await ask('GET', `/api/data/titles?${here}`)
  await ask('POST', `/api/data/note?${here}`, { query: 'select count(*) as n from note' })
  const { backup } = await ask('POST', `${project}/backup`, {})
  const made = await eventually(async () => {
    const { backup: now } = await ask('GET', `${project}/backup/${backup.id}`)
    return ['queued', 'running'].includes(now.state) ? undefined : now
  }, 30_000)
  expect(made.state).toBe('done')
  const command = [join(import.meta.dirname, 'plinth-server.ts'), 'export', '--project', projectId]
  await run(process.execPath, [...command, '--out', join(dataDir, 'exported')], {
    env: programEnv({ PLINTH_DATA_DIR: dataDir }),
  })
  await ask('POST', `/api/database/${projectId}/undo`)
}

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  const embedded = await startEmbedded({ dataDir, postgres: true, restate: false, log })
  await embedded.stop()
  await appendFile(join(dataDir, 'postgres/cluster/postgresql.conf'), 'log_connections = on\n')
  server = await startServer(
    readEnv([], {
      PORT: '0',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_DEFAULT_ENGINE: 'postgres',
      PLINTH_ADMIN_EMAIL: admin.email,
      PLINTH_ADMIN_PASSWORD: admin.password,
    }),
    { log },
  )
  databaseUrl = (await findEmbeddedUrl(dataDir)) ?? ''
  await useEverything()
}, 120_000)

afterAll(async () => {
  await server.stop()
  await remove()
})

/** The roles that have logged in since the start, from the server's log, with their kinds of connections. */
async function readLogins(): Promise<Map<string, Set<string>>> {
  const logins = new Map<string, Set<string>>()
  const text = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  for (const [, role = '', rest = ''] of text.matchAll(/connection authorized: user=(\S+)(.*)/g)) {
    const kind = /application_name=(\S+)/.exec(rest)?.[1] ?? 'unnamed'
    logins.set(role, (logins.get(role) ?? new Set()).add(kind))
  }
  return logins
}

const rightsOf = (role: string) => `
  select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
    array(select held.rolname::text from pg_roles as held where held.rolname ~ '^pg_' and held.rolname <> 'pg_database_owner'
      and pg_has_role(own.oid, held.oid, 'member')) as "memberOf",
    has_function_privilege(own.oid, 'pg_read_file(text)', 'execute') as "readsFiles",
    has_function_privilege(own.oid, 'pg_ls_dir(text)', 'execute') as "listsFolders",
    has_function_privilege(own.oid, 'lo_import(text)', 'execute') as "importsFiles",
    has_function_privilege(own.oid, 'lo_export(oid, text)', 'execute') as "exportsFiles"
  from pg_roles as own where rolname = '${role}'`

const none = {
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
  memberOf: [],
  readsFiles: false,
  listsFolders: false,
  importsFiles: false,
  exportsFiles: false,
}

test("the product's connections use one role with CREATEDB and CREATEROLE, and reader roles without rights", async () => {
  const logins = await readLogins()
  const roles = [...logins.keys()].toSorted()
  expect(roles).toEqual([expect.stringMatching(/^e_\w+_reader$/), 'plinth_app'])
  for (const role of roles) {
    const [rights] = await query(databaseUrl, rightsOf(role))
    const own = role === 'plinth_app' ? { rolcreatedb: true, rolcreaterole: true } : {}
    expect({ role, ...(rights as object) }).toEqual({ role, ...none, ...own })
  }
  // Pool of the platform, LISTEN, pool of rows, and connections of releases, backups and commands.
  for (const kind of ['plinth', 'plinth-listen', 'plinth-rows', 'unnamed'])
    expect(logins.get('plinth_app')).toContain(kind)
})

test('no open session belongs to a superuser or replicates', async () => {
  const sessions = await query(
    databaseUrl,
    `select distinct usename, backend_type from pg_stat_activity where backend_type in ('client backend', 'walsender')`,
  )
  expect(sessions).toContainEqual({ usename: 'plinth_app', backend_type: 'client backend' })
  expect(sessions).not.toContainEqual(expect.objectContaining({ usename: 'plinth' }))
  expect(sessions).not.toContainEqual(expect.objectContaining({ backend_type: 'walsender' }))
})

test('the process listens for notifications over one connection', async () => {
  const sessions = await query(
    databaseUrl,
    `select count(*)::int as count from pg_stat_activity where application_name = 'plinth-listen'`,
  )
  expect(sessions).toEqual([{ count: 1 }])
})

test("the product's roles own no system database and the superuser owns no other", async () => {
  const owners = await query(
    databaseUrl,
    `select datdba::regrole::text as owner, bool_and(datname in ('postgres', 'template0', 'template1')) as "isSystem"
     from pg_database group by 1 order by 1`,
  )
  expect(owners).toEqual([
    { owner: 'plinth', isSystem: true },
    { owner: 'plinth_app', isSystem: false },
  ])
})
