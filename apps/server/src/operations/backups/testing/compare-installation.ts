import { getRun, listRows, listRuns, signIn } from '@plinth/contract'
import pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { type RunningServer, startServer } from '../../../app/startup/start-server.ts'
import { eventually } from '../../../app/testing/eventually.ts'
import { clientOf, type Person } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { TABLE_BOUNDS } from '../../../foundation/retention/table-bounds.ts'
import { readEnv } from '../../../foundation/settings/env.ts'
import { findDomainByHost } from '../../../projects/domains/domain-store.ts'
import { LEFT_OUT_TABLES } from '../installation/left-out-tables.ts'
import { FILE, type FilledProject, SECRET } from './fill-installation.ts'
import { runProgram } from './run-program.ts'

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** Tables that a running server writes to by itself, and those that a restore has to change. */
const CHANGING =
  /^(audit|audit_chain|project_usage|usage_day|run|request)(_|$)|^(placement|migration)$/
const SEALED = new Set(['sealed', 'secret', 'passphrase', 'connection'])

/** The rows of every table that must be the same in both places. */
export async function dumpExact(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const dump: Record<string, string[]> = {}
    for (const table of Object.keys(TABLE_BOUNDS).sort()) {
      if (table in LEFT_OUT_TABLES || CHANGING.test(table)) continue
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${table}" as t`,
      )
      const clean = ({ row }: { row: Record<string, unknown> }) =>
        JSON.stringify(
          Object.entries(row).filter(([name]) => !SEALED.has(name) || table === 'webhook_address'),
        )
      dump[table] = rows.map(clean).sort()
    }
    return dump
  })
}

async function enter(person: Person, address: string) {
  const { email, password } = person
  const { token } = await clientOf(null, address).call(signIn, { body: { email, password } })
  return clientOf(token, address)
}

const listNotes = async (client: ReturnType<typeof clientOf>, $projectId: string) =>
  (
    await client.call(listRows, {
      params: { table: 'note' },
      query: { $projectId, $sort: 'title' },
    })
  ).data

/** Rows without the address of the server, which differs. */
const withoutAddress = (rows: unknown, address: string) =>
  JSON.stringify(rows).replaceAll(address, '')

async function compareProject(project: FilledProject, server: RunningServer): Promise<void> {
  const { projectId, owner, member, domain, apiKey, scheduleId, waitingRunId } = project
  const source = testServer().address
  const [before, there] = [clientOf(owner.token, source), await enter(owner, server.address)]
  const rows = await listNotes(there, projectId)
  expect(rows).toHaveLength(6)
  expect(withoutAddress(rows, server.address)).toBe(
    withoutAddress(await listNotes(before, projectId), source),
  )
  const paper = rows.find((row) => row.paper)?.paper as { url: string } | undefined
  const url = paper?.url ?? ''
  expect(url).toContain(server.address)
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(FILE)
  expect(await listNotes(await enter(member, server.address), projectId)).toEqual(rows)

  const headers = { authorization: `Bearer ${apiKey}` }
  const byKey = await fetch(`${server.address}/api/data/note`, { headers })
  expect(byKey.status).toBe(200)
  const found = await findDomainByHost(server.context.db, domain)
  expect(found).toMatchObject({ projectId, environment: 'dev' })

  const { run } = await there.call(getRun, { params: { projectId, runId: waitingRunId } })
  expect(run.status).toBe('failed')
  expect(JSON.stringify(run)).toContain('The installation was restored from a backup of')
  const since = new Date().toISOString()
  await eventually(async () => {
    const query = { workflowId: scheduleId, trigger: 'schedule' as const }
    const { runs } = await there.call(listRuns, { params: { projectId }, query })
    return runs.some(({ createdOn, status }) => createdOn > since && status === 'succeeded')
  }, 60_000)
}

/** Starts a server on a restored installation and compares it with the source. */
export async function compareEverything(
  settings: Record<string, string>,
  projects: readonly FilledProject[],
): Promise<void> {
  const log = pino({ level: 'fatal' })
  const server = await startServer(readEnv([], settings), { log })
  try {
    for (const project of projects) await compareProject(project, server)
    const url = server.outside.databaseUrl
    const context = { ...settings, DATABASE_URL: url }
    const audit = await runProgram(['verify-audit', '--archives'], { settings: context })
    expect(audit, audit.said).toMatchObject({ code: 0 })
    expect(audit.said).toMatch(/prj_gone: .*entries 1 to 20 archived and verified/)
    const keys = await runProgram(['keys', 'status'], { settings: context })
    expect(keys.said).toMatch(/current {2}seals [1-9]\d* values/)
    expect(keys.said).not.toMatch(/could not be opened| {2}older/)
    const { vault, db } = server.context
    const found = await db.pool.query(
      `select sealed, array['constant', project_id, environment_id, constant.id] as binding
       from constant join environment on environment.id = environment_id where key = 'TOKEN'`,
    )
    expect(found.rows.map(({ sealed, binding }) => vault.open(sealed, binding))).toEqual([
      SECRET,
      SECRET,
      SECRET,
    ])
  } finally {
    await server.stop()
  }
}

/** The tables of a platform database. */
export const tablesOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return rows.map(({ name }) => name)
  })

/** How many schemas the restored environments use. */
export const placementsOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from placement where engine = 'postgres'`,
    )
    return rows[0].count as number
  })
/** How many schemas of environments a cluster has. */
export async function schemasOf(url: string): Promise<number> {
  const names = await withClient(url, async (client) => {
    const { rows } = await client.query(
      `select datname from pg_database where datname like 'plinth\\_%'`,
    )
    return rows.map(({ datname }) => String(datname))
  })
  let count = 0
  for (const name of names) {
    count += await withClient(url.replace(/plinth$/, name), async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_namespace where nspname like 'e\\_%'`,
      )
      return rows[0].count as number
    })
  }
  return count
}
