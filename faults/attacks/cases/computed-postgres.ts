import { call } from '../../stack/call.ts'
import type { AttackArea, AttackCase, Attempt } from '../setup/attack-case.ts'
import type { AttackedProject, AttackSetup } from '../setup/attack-setup.ts'
import type { Guard } from '../setup/guard.ts'

const CHECK = { 'databases/query-check/check-query.ts': 'no-query-check.ts' }

const GUARDS: readonly Guard[] = [
  {
    name: 'views and raw queries have the rights of roles of their own',
    replaces: {
      ...CHECK,
      'databases/sql/render.ts': 'unmarked-statements.ts',
      'rows/runners/postgres/open-reader.ts': 'product-reads.ts',
      'databases/postgres/access/own-views.ts': 'product-owns-views.ts',
      'databases/postgres/migrate/check-view.ts': 'unchecked-view.ts',
    },
  },
  {
    name: 'a view is created by one statement',
    replaces: { ...CHECK, 'databases/postgres/connection/send-one.ts': 'send-many.ts' },
  },
]
const [ROLES, ONE_STATEMENT] = GUARDS.map(({ name }) => name) as [string, string]

const short = (value: unknown) => JSON.stringify(value).slice(0, 160)
const pathOf = (table: string, { projectId }: AttackedProject) =>
  `/api/data/${table}?$projectId=${projectId}`

/** Saves a Computed table, syncs, and returns what a guest can read of it. */
async function readAsGuest(
  { address }: AttackSetup,
  { target, query }: { target: AttackedProject; query: string },
): Promise<{ refusal: string; text: string }> {
  const at = { address, token: target.staff }
  const path = `/api/project/${target.projectId}/configuration`
  const { body } = await call(at, { method: 'GET', path })
  const applied = body as { tables: object[] }
  const rules = { list: 'true', view: 'true' }
  const loot = { id: 'loot', name: 'loot', type: 'Computed', query, rules, columns: [] }
  const newConfiguration = { ...applied, tables: [...applied.tables, loot] }
  await call(at, { method: 'POST', path, body: { newConfiguration } })
  const sync = `/api/database/${target.projectId}/sync`
  const synced = await call(at, { method: 'POST', path: sync, body: {} })
  const read = (table: string) => call({ address }, { method: 'GET', path: pathOf(table, target) })
  const answers = [(await read('loot')).body, (await read('topic')).body]
  return { refusal: short(synced.body), text: JSON.stringify(answers) }
}

interface Loot {
  readonly query: string
  readonly finds: (setup: AttackSetup, target: AttackedProject) => string
}

/** Succeeds if a guest finds the secret in a Computed table of a new project. */
const computed =
  ({ query, finds }: Loot) =>
  async (setup: AttackSetup): Promise<Attempt> => {
    const target = await setup.newProject('postgres')
    const { refusal, text } = await readAsGuest(setup, { target, query })
    const succeeded = text.includes(finds(setup, target))
    return { succeeded, detail: succeeded ? short(text) : refusal }
  }

/** Succeeds if a developer's raw query returns the secret. */
const raw =
  ({ query, finds }: Loot) =>
  async (setup: AttackSetup): Promise<Attempt> => {
    const { own } = setup.projects.postgres
    const at = { address: setup.address, token: own.staff }
    const { body } = await call(at, { method: 'POST', path: pathOf('topic', own), body: { query } })
    return { succeeded: JSON.stringify(body).includes(finds(setup, own)), detail: short(body) }
  }

/** Reads a table in every schema that the current role can read. */
const everywhere = (columns: string, table: string) =>
  `query_to_xml('select query_to_xml(''select ${columns} from '' || quote_ident(schemaname) || ''.${table}'', true, true, '''') from pg_tables where tablename = ''${table}''', true, true, '')::text`

const ofNeighbour: Loot['finds'] = ({ projects }) => projects.postgres.neighbour.canary

const cases: AttackCase[] = [
  {
    name: 'finding 1: a Computed table answers with the rows of a neighbour',
    guard: ROLES,
    attempt: computed({
      query: `select id, ${everywhere('title, secret', 'note')} as x from topic`,
      finds: ofNeighbour,
    }),
  },
  {
    name: "finding 1: a Computed table answers with the environment's own records",
    guard: ROLES,
    attempt: computed({
      query: `select id, ${everywhere('key, value', '_plinth_meta')} as x from topic`,
      finds: () => 'env_',
    }),
  },
  {
    name: 'finding 2: a Computed table hands out hashed columns in whole rows',
    guard: ROLES,
    attempt: computed({
      query: 'select u.id, to_jsonb(u) as x from "user" as u',
      finds: () => '$argon2id$',
    }),
  },
  {
    name: 'finding 2: a Computed table hands out hidden columns in whole rows',
    guard: ROLES,
    attempt: computed({
      query: 'select n.id, n::text as x from note as n',
      finds: (_world, { secret }) => secret,
    }),
  },
  {
    name: 'finding 14: a raw query reads hashed columns',
    guard: ROLES,
    attempt: raw({ query: 'select password from "user"', finds: () => '$argon2id$' }),
  },
  {
    name: 'finding 14: a raw query reads the rows of a neighbour',
    guard: ROLES,
    attempt: raw({ query: `select ${everywhere('title', 'note')} as x`, finds: ofNeighbour }),
  },
  {
    name: 'finding 1: a second statement hides behind the query of a Computed table',
    guard: ONE_STATEMENT,
    attempt: computed({
      query: `select id, 1 as a$x$ from topic; update topic set name = 'smuggled'; select 2 as b$x$`,
      finds: () => 'smuggled',
    }),
  },
]

/** What SQL of Computed tables and raw queries can reach on PostgreSQL. */
export const computedPostgres: AttackArea = { name: 'computed-postgres', guards: GUARDS, cases }
