import { execFile } from 'node:child_process'
import { join as joinPath } from 'node:path'
import { promisify } from 'node:util'
import {
  AUDIT_PER_PAGE,
  createDomain,
  createMember,
  listAudit,
  listAuditFilters,
  listEnvironments,
} from '@plinth/contract'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { programEnv } from '../../app/testing/settings/program-env.ts'
import { sealAudit } from '../../foundation/audit/seal-audit.ts'
import { verifyAudit } from '../../foundation/audit/verify-audit.ts'
import { openDatabase } from '../../foundation/platform/database.ts'

const ENTRIES = 10_000
const run = promisify(execFile)
const db = openDatabase({ url: inject('server').databaseUrl, maxConnections: 5, onError: () => {} })
afterAll(() => db.close())

async function fill(projectId: string, entries: number): Promise<void> {
  await withPlatform((client) =>
    client.query(
      `insert into audit (project_id, action, entity, entity_id, before, after, request_id, created_at)
       select $1, 'changed', 'constant', 'cst_' || n, '{"value":"' || n || '"}', '{"value":"é"}',
         'test', now() - make_interval(secs => $2::int - n)
       from generate_series(1, $2::int) as n`,
      [projectId, entries],
    ),
  )
}

async function sealed(projectId: string) {
  return eventually(async () => {
    await sealAudit(db)
    const [chain] = await verifyAudit(db, { projectId })
    return chain && (chain.broken || chain.unsealed === 0) && chain
  })
}

test('lists who did what, before and after, newest first', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const params = { projectId }
  const { environments } = await owner.client.call(listEnvironments, { params })
  const domain = `${projectId.replace('_', '')}.example.com`
  await owner.client.call(createDomain, {
    params,
    body: { domain, environment: environments[0]?.id ?? '' },
  })
  const { entries, nextCursor } = await owner.client.call(listAudit, { params })
  expect(nextCursor).toBeNull()
  expect(entries.map(({ action, area }) => `${action} ${area}`)).toEqual([
    'created domain',
    'created project',
  ])
  expect(entries[0]).toMatchObject({
    person: { id: owner.id, email: owner.email },
    environment: 'dev',
    before: null,
    after: { domain, environment: 'dev' },
  })
})

test('filters by person, area and time, and excludes other projects (R1)', async () => {
  const [owner, second] = [await newStaff(), await newStaff()]
  const projectId = await newProject(owner)
  const foreign = await newProject(owner)
  await join(second, { projectId, role: 'owner' })
  const params = { projectId }
  const { member } = await second.client.call(createMember, {
    params,
    body: {
      email: `${projectId}@example.com`,
      firstName: 'A',
      lastName: 'B',
      role: 'developer',
      password: 'long enough',
    },
  })
  const list = async (query: object) =>
    (await owner.client.call(listAudit, { params, query })).entries.map(({ area }) => area)
  expect(await list({ person: second.id })).toEqual(['member'])
  expect(await list({ person: owner.id })).toEqual(['project'])
  expect(await list({ person: member.id })).toEqual([])
  expect(await list({ area: 'member' })).toEqual(['member'])
  expect(await list({ area: 'domain' })).toEqual([])
  const now = Date.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  expect(await list({ from: at(-60_000), to: at(60_000) })).toEqual(['member', 'project'])
  expect(await list({ to: at(-60_000) })).toEqual([])
  expect(await list({ from: at(60_000) })).toEqual([])
  const filters = await owner.client.call(listAuditFilters, { params })
  expect(filters.areas).toEqual(['member', 'project', 'row'])
  expect(filters.people.map(({ id }) => id).sort()).toEqual([owner.id, second.id].sort())
  const other = await owner.client.call(listAudit, { params: { projectId: foreign } })
  expect(other.entries).toHaveLength(1)
})

test.each([
  { person: 'x' },
  { area: 'DROP TABLE' },
  { from: 'yesterday' },
  { cursor: "1.1' or 1=1" },
  { limit: 5 },
])('rejects the query %j', async (query) => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const call = owner.client.call(listAudit, { params, query: query as object })
  expect((await expectApiError(call)).status).toBe(422)
})

test('pages through every entry once, also where many share a timestamp', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await withPlatform((client) =>
    client.query(
      `insert into audit (project_id, action, entity, entity_id, request_id)
       select $1, 'changed', 'row', n::text, 'test' from generate_series(1, 130) as n`,
      [projectId],
    ),
  )
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { entries: { id: string }[]; nextCursor: string | null } = await owner.client.call(
      listAudit,
      { params: { projectId }, query: cursor === '' ? {} : { cursor } },
    )
    expect(page.entries.length).toBeLessThanOrEqual(AUDIT_PER_PAGE)
    seen.push(...page.entries.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(131)
  expect(new Set(seen).size).toBe(131)
})

test('seals recorded entries in the worker automatically', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const { entries } = await eventually(async () => {
    const answer = await owner.client.call(listAudit, { params: { projectId } })
    return answer.entries.every((entry) => entry.sealed) && answer
  }, 20_000)
  expect(entries).toHaveLength(1)
})

describe('a chain of 10,000 entries', () => {
  let projectId = ''
  const change = (statement: string, values: unknown[] = []) =>
    withPlatform((client) => client.query(statement, [projectId, ...values]))
  const broken = async () => (await verifyAudit(db, { projectId }))[0]?.broken

  test('is sealed by concurrent workers without a gap, and verified', async () => {
    projectId = await newProject(await theAdmin())
    await fill(projectId, ENTRIES)
    await Promise.all([sealAudit(db), sealAudit(db), sealAudit(db)])
    const chain = await sealed(projectId)
    expect(chain).toMatchObject({ verified: ENTRIES + 1, unsealed: 0, broken: undefined })
  })

  test.each([
    { name: 'what became', column: 'after', value: '{"value":"forged"}' },
    { name: 'who did it', column: 'staff_id', value: 'stf_other' },
    { name: 'when, by a microsecond', column: 'created_at', value: undefined },
  ])('detects the one changed row: $name', async ({ column, value }) => {
    const row = 'where project_id = $1 and chain_number = 7777'
    const found = await change(`select id, ${column}::text as kept from audit ${row}`)
    const forged = value ?? `${found.rows[0].kept}`.replace(/(\.\d*)?([+-]\d\d)$/, '.123457$2')
    await change(`update audit set ${column} = $2 ${row}`, [forged])
    expect(await broken()).toEqual({
      number: 7777,
      id: found.rows[0].id,
      reason: 'the entry is not what was sealed',
    })
    await change(`update audit set ${column} = $2 ${row}`, [found.rows[0].kept])
    expect(await broken()).toBeUndefined()
  })

  test.each([5_000, ENTRIES + 1])('detects that row %i is missing', async (number) => {
    await withPlatform(async (client) => {
      const where = `where project_id = '${projectId}' and chain_number = ${number}`
      await client.query(`create temporary table kept as select * from audit ${where}`)
      await client.query(`delete from audit ${where}`)
      expect(await broken()).toMatchObject({ number, reason: 'the entry is gone' })
      const columns = await client.query(
        `select string_agg(column_name, ', ') as names from information_schema.columns
         where table_name = 'audit' and is_generated = 'NEVER'`,
      )
      const { names } = columns.rows[0]
      await client.query(
        `insert into audit (${names}) overriding system value select ${names} from kept`,
      )
    })
    expect(await broken()).toBeUndefined()
  })

  test('reports how far the chain is valid, and exits with 1 at a tampered row', async () => {
    const command = joinPath(import.meta.dirname, '../../app/plinth-server.ts')
    const verify = () =>
      run(process.execPath, [command, 'verify-audit', '--project', projectId], {
        env: programEnv({ DATABASE_URL: inject('server').databaseUrl }),
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
      )
    const whole = await verify()
    expect(whole.code).toBe(0)
    expect(whole.stdout).toContain(`${projectId}: sealed up to entry ${ENTRIES + 1} (id `)
    const forged = await change(
      `update audit set action = 'forged' where project_id = $1 and chain_number = 42 returning id`,
    )
    const tampered = await verify()
    expect(tampered.code).toBe(1)
    expect(tampered.stdout).toContain(`BROKEN at entry 42 (id ${forged.rows[0].id})`)
    await change(`update audit set action = 'changed' where project_id = $1 and chain_number = 42`)
  })
})
