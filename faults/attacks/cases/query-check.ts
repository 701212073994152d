import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../rows/notes-project.ts'
import { call } from '../../stack/call.ts'
import type { AttackArea, AttackCase, Attempt } from '../setup/attack-case.ts'
import type { AttackedProject, AttackSetup } from '../setup/attack-setup.ts'
import type { Guard } from '../setup/guard.ts'

const CHECK = { 'databases/query-check/check-query.ts': 'no-query-check.ts' }

const GUARDS: readonly Guard[] = [
  { name: 'the check of queries', replaces: CHECK },
  {
    name: 'the check of queries and one prepared statement per view',
    replaces: { ...CHECK, 'databases/sqlite/migrate/create-views.ts': 'plain-views.ts' },
  },
  {
    name: 'the check of queries and views without hashed columns',
    replaces: { ...CHECK, 'databases/sqlite/migrate/view-sql.ts': 'whole-tables.ts' },
  },
  {
    name: 'the check of queries and the process with an authorizer',
    replaces: { ...CHECK, 'rows/runners/sqlite/sqlite-query.ts': 'open-query.ts' },
  },
]

const [PARSER, PREPARED, NARROW, APART] = GUARDS.map(({ name }) => name) as [
  string,
  string,
  string,
  string,
]
const short = (value: unknown) => JSON.stringify(value).slice(0, 200)

/** Adds a Computed table to a project, syncs, and reads the table as a guest. */
async function readComputed(
  { address }: AttackSetup,
  { target, query }: { target: AttackedProject; query: string },
): Promise<{ synced: string; text: string }> {
  const at = { address, token: target.staff }
  const path = `/api/project/${target.projectId}/configuration`
  const { body } = await call(at, { method: 'GET', path })
  const applied = body as { tables: object[] }
  const rules = { list: 'true', view: 'true' }
  const computed = { id: 'stolen', name: 'stolen', type: 'Computed', query, rules, columns: [] }
  const tables = [...applied.tables, computed]
  const saved = await call(at, {
    method: 'POST',
    path,
    body: { newConfiguration: { ...applied, tables } },
  })
  const sync = `/api/database/${target.projectId}/sync`
  const synced = await call(at, { method: 'POST', path: sync, body: {} })
  const project = `$projectId=${target.projectId}`
  const read = (table: string) =>
    call({ address }, { method: 'GET', path: `/api/data/${table}?${project}` })
  const answers = [(await read('stolen')).body, (await read('topic')).body]
  return { synced: short([saved.body, synced.body]), text: JSON.stringify(answers) }
}

interface Stealing {
  readonly engine: Engine
  readonly query: (setup: AttackSetup) => string
  readonly finds: RegExp | ((setup: AttackSetup) => string)
}

/** Succeeds if a guest finds the secret in a Computed table. */
const steal =
  ({ engine, query, finds }: Stealing) =>
  async (setup: AttackSetup): Promise<Attempt> => {
    const target = await setup.newProject(engine)
    const { synced, text } = await readComputed(setup, { target, query: query(setup) })
    const loot = typeof finds === 'function' ? finds(setup) : finds
    const succeeded = typeof loot === 'string' ? text.includes(loot) : loot.test(text)
    return { succeeded, detail: succeeded ? short(text) : synced }
  }

const ask =
  ({ engine, query, finds }: Stealing & { finds: RegExp }) =>
  async (setup: AttackSetup): Promise<Attempt> => {
    const { projectId, staff } = setup.projects[engine].own
    const asked = {
      method: 'POST',
      path: `/api/data/topic?$projectId=${projectId}`,
      body: { query: query(setup) },
    }
    const { body } = await call({ address: setup.address, token: staff }, asked)
    return { succeeded: finds.test(JSON.stringify(body)), detail: short(body) }
  }

/** Copies rows from the neighbour's file, which is the one that contains its canary. */
function attachNeighbour({ dataDir, projects }: AttackSetup): string {
  const folder = join(dataDir, 'projects')
  const holder = readdirSync(folder).find((name) =>
    readFileSync(join(folder, name)).includes(projects.sqlite3.neighbour.canary),
  )
  const file = join(folder, holder?.replace(/-wal$/, '') ?? 'missing')
  return `select id, 1 as \`'\` from topic; commit; attach '${file}' as z;
    insert into topic (id, name) select hex(randomblob(16)), group_concat(title) from z.note;
    detach z; begin; select 2 as \`'2\``
}

const CASES: readonly AttackCase[] = [
  {
    name: 'finding 1: a Computed table on PostgreSQL lists the databases of the cluster',
    guard: PARSER,
    attempt: steal({
      engine: 'postgres',
      query: () =>
        'select id, 1 as a$x$, (select string_agg(datname, $r$,$r$) from pg_database) as loot, 2 as b$x$ from topic',
      finds: /template1/,
    }),
  },
  {
    name: "finding 1: a Computed table on SQLite opens the neighbour's file",
    guard: PREPARED,
    attempt: steal({
      engine: 'sqlite3',
      query: attachNeighbour,
      finds: ({ projects }) => projects.sqlite3.neighbour.canary,
    }),
  },
  {
    name: 'finding 1: a Computed table on SQLite reads our own tables',
    guard: PARSER,
    attempt: steal({
      engine: 'sqlite3',
      query: () => 'select key as id, value as loot, 1 as "a$x$" from _plinth_meta',
      finds: /"loot":"env_/,
    }),
  },
  {
    name: 'finding 2: a Computed table on SQLite gives hashed passwords to guests',
    guard: NARROW,
    attempt: steal({
      engine: 'sqlite3',
      query: () =>
        `with q(a, b, c, d, e, f) as (select * from user) select a as id, b || c || d || e || f as loot from q`,
      finds: /\$argon2id\$/,
    }),
  },
  {
    name: 'finding 14: a raw query on PostgreSQL sees the roles of the cluster',
    guard: PARSER,
    attempt: ask({
      engine: 'postgres',
      query: () => 'select 1 as a$x$, rolname, 2 as b$x$ from pg_roles',
      finds: /pg_read_all_data/,
    }),
  },
  {
    name: 'finding 14: a raw query on SQLite reads our bookkeeping and the path of the file',
    guard: APART,
    attempt: ask({
      engine: 'sqlite3',
      query: () =>
        "select 1 as `'`, file, (select group_concat(value) from _plinth_meta) as meta from pragma_database_list --'",
      finds: /projects\//,
    }),
  },
]

export const queryCheck: AttackArea = { name: 'query check', guards: GUARDS, cases: CASES }
