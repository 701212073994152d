import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import type { Endpoint } from '../../packages/contract/src/index.ts'
import { call, signIn } from '../stack/call.ts'
import type { Random } from '../stack/random.ts'
import { seededProjectIds, seedProjects } from '../stack/seed-projects.ts'
import { ADMIN } from '../stack/stack.ts'

const STAFF = 200
const MADE = 40

/** Data that requests need to pass the first checks: a session, a project, and consumable items. */
export interface RequestFixtures {
  token: string
  projectId: string
  environmentId: string
  /** Members of the project; the first has its own session. */
  staffIds: string[]
  memberToken: string
  domainIds: string[]
  constantIds: string[]
  workflowIds: string[]
  credentialIds: string[]
  queryIds: string[]
  viewIds: string[]
  /** Sessions that may be ended, and projects that may be deleted. */
  sessions: string[]
  /** Sessions of app users, each for a single call. */
  userSessions: string[]
  victims: string[]
}

async function addSessions(
  db: Database,
  options: { prefix: string; count: number; staffId: string },
) {
  const { prefix, count, staffId } = options
  const rows = await db.query<{ token: string }>(sql`
    with made as (select ${prefix}::text || n as token from generate_series(1, ${count}::int) as n),
    added as (insert into session (token_hash, staff_id, expires_at)
      select sha256(convert_to(token, 'UTF8')), ${staffId}, now() + interval '1 day' from made)
    select token from made`)
  return rows.map((row) => row.token)
}

/** Adds sessions of app users; their rows need not exist. */
async function addUserSessions(
  db: Database,
  options: { environmentId: string; count: number },
): Promise<string[]> {
  const rows = await db.query<{ token: string }>(sql`
    with made as (select 'plu_' || lpad(n::text, 43, 'u') as token from generate_series(1, ${options.count}::int) as n),
    added as (insert into app_session (token_hash, environment_id, table_id, user_id, expires_at)
      select sha256(convert_to(token, 'UTF8')), ${options.environmentId}, 'users', token, now() + interval '1 day'
      from made)
    select token from made`)
  return rows.map((row) => row.token)
}

async function addMembers(db: Database, projectId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with added as (insert into membership (project_id, staff_id, role)
      select ${projectId}, id, 'developer' from staff where not is_admin)
    select id from staff where not is_admin order by id`)
  return rows.map((row) => row.id)
}

/** Creates items of one kind through the API; returns their ids. */
async function makeSome(
  at: { address: string; token: string },
  made: { path: string; prefix: string; body: (number: number) => unknown },
): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= MADE; number += 1) {
    const { body } = await call(at, { method: 'POST', path: made.path, body: made.body(number) })
    const [id] = JSON.stringify(body).match(new RegExp(`${made.prefix}_[0-9a-z]{26}`)) ?? []
    if (id !== undefined) ids.push(id)
  }
  return ids
}

async function makeHome(at: { address: string; token: string }) {
  const body = { cloned: false, name: 'Home' }
  const made = await call(at, { method: 'POST', path: '/api/project', body })
  const projectId = String(made.body.projectId)
  const found = await call(at, { method: 'GET', path: `/api/project/${projectId}/environment` })
  const [dev] = (found.body.environments ?? []) as { id: string }[]
  if (!dev) throw new Error(`creating a project answered ${made.status}`)
  return { projectId, environmentId: dev.id }
}

/** Prepares a running product for `requests` bad requests. */
export async function prepareFixtures(options: {
  address: string
  databaseUrl: string
  requests: number
}): Promise<RequestFixtures> {
  const at = { address: options.address, token: await signIn(options.address) }
  const home = await makeHome(at)
  const inHome = `/api/project/${home.projectId}`
  const environment = home.environmentId
  const domainIds = await makeSome(at, {
    path: `${inHome}/domain`,
    prefix: 'dom',
    body: (number) => ({ domain: `made${number}.example.com`, environment }),
  })
  const constantIds = await makeSome(at, {
    path: `${inHome}/constant`,
    prefix: 'cst',
    body: (number) => ({ key: `MADE_${number}`, value: 'sample', environment }),
  })
  const workflowIds = await makeSome(at, {
    path: `${inHome}/workflow`,
    prefix: 'wfl',
    body: (number) => ({ name: `Made ${number}`, nodes: [], connections: [] }),
  })
  const credentialIds = await makeSome(at, {
    path: `${inHome}/credential`,
    prefix: 'crd',
    body: (number) => ({ name: `Made ${number}`, type: 'custom', data: {} }),
  })
  const queryIds = await makeSome(at, {
    path: `${inHome}/saved-query`,
    prefix: 'qry',
    body: (number) => ({ name: `Made ${number}`, sql: 'select 1' }),
  })
  const viewIds = await makeSome(at, {
    path: `${inHome}/view`,
    prefix: 'viw',
    body: (number) => ({ tableId: 't', name: `Made ${number}`, isShared: true, settings: {} }),
  })
  const db = openDatabase({ url: options.databaseUrl, maxConnections: 1, onError: () => undefined })
  try {
    const count = Math.ceil(options.requests / 10)
    await seedProjects(db, { projects: count, staff: STAFF, projectsPerStaff: 5 })
    const staffIds = await addMembers(db, home.projectId)
    const [admin] = await db.query<{ id: string }>(sql`select id from staff where is_admin`)
    const sessionsOf = (staffId: string, prefix: string, many: number) =>
      addSessions(db, { prefix, count: many, staffId })
    const [memberToken = ''] = await sessionsOf(staffIds[0] ?? '', 'session-of-a-member-', 1)
    return {
      ...at,
      ...home,
      staffIds,
      memberToken,
      domainIds,
      constantIds,
      workflowIds,
      credentialIds,
      queryIds,
      viewIds,
      sessions: await sessionsOf(admin?.id ?? '', 'session-to-be-ended-', count),
      userSessions: await addUserSessions(db, { environmentId: home.environmentId, count }),
      victims: await seededProjectIds(db, count),
    }
  } finally {
    await db.close()
  }
}

/** Real values for fields by name; everything else is generated from the shapes. */
export function realFields(
  fixtures: RequestFixtures,
  random: Random,
): Record<string, () => unknown> {
  let number = 0
  const next = () => {
    number += 1
    return number
  }
  const first = (ids: string[]) => () => ids[0] ?? 'none'
  return {
    email: () => random.pick([ADMIN.email, 'somebody@example.com', `new${next()}@example.com`]),
    password: () => ADMIN.password,
    currentPassword: () => ADMIN.password,
    projectId: () => fixtures.projectId,
    deletedProjectId: () => random.pick(fixtures.victims),
    environment: () => fixtures.environmentId,
    environmentId: () => fixtures.environmentId,
    name: () => `Sample ${next()}`,
    key: () => `SAMPLE_${next()}`,
    origins: () => [`https://sample${next()}.example.com`, 'capacitor://localhost'],
    domain: () => `sample${next()}.example.com`,
    connectionUrl: () => 'postgres://user:word@127.0.0.1:1/sample',
    userId: () => random.pick(fixtures.staffIds),
    memberId: () => random.pick(fixtures.staffIds),
    person: () => random.pick(fixtures.staffIds),
    domainId: first(fixtures.domainIds),
    id: first(fixtures.constantIds),
    workflowId: first(fixtures.workflowIds),
    queryId: first(fixtures.queryIds),
    viewId: first(fixtures.viewIds),
    revision: () => '1',
    cursor: () => '1.1',
  }
}

interface Part {
  token?: string
  params?: Record<string, string>
}

/** Calls that consume an item get one of their own, so that other calls are not affected; calls of app users get a session. */
export function ownPart(fixtures: RequestFixtures, random: Random) {
  const spare = (ids: string[]) => random.pick(ids.length > 1 ? ids.slice(1) : ['none'])
  const parts: Record<string, () => Part> = {
    signOut: () => ({ token: fixtures.sessions.pop() ?? fixtures.token }),
    deleteProject: () => ({ params: { projectId: random.pick(fixtures.victims) } }),
    renameProject: () => ({ params: { projectId: random.pick(fixtures.victims) } }),
    saveAvailability: () => ({ params: { projectId: random.pick(fixtures.victims) } }),
    deleteDomain: () => ({ params: { domainId: spare(fixtures.domainIds) } }),
    deleteConstant: () => ({ params: { id: spare(fixtures.constantIds) } }),
    updateCredential: () => ({ params: { id: fixtures.credentialIds[0] ?? 'none' } }),
    connectCredential: () => ({ params: { id: fixtures.credentialIds[0] ?? 'none' } }),
    registerClient: () => ({ params: { id: fixtures.credentialIds[0] ?? 'none' } }),
    finishConnection: () => ({ params: { id: fixtures.credentialIds[0] ?? 'none' } }),
    deleteCredential: () => ({ params: { id: spare(fixtures.credentialIds) } }),
    deleteWorkflow: () => ({ params: { workflowId: spare(fixtures.workflowIds) } }),
    deleteSavedQuery: () => ({ params: { queryId: spare(fixtures.queryIds) } }),
    deleteTableView: () => ({ params: { viewId: spare(fixtures.viewIds) } }),
    saveProfile: () => ({
      token: fixtures.memberToken,
      params: { userId: fixtures.staffIds[0] ?? 'none' },
    }),
    removeMember: () => ({ params: { memberId: spare(fixtures.staffIds) } }),
  }
  const ofUser = (): Part => ({ token: fixtures.userSessions.pop() ?? fixtures.token })
  return ({ name, access }: Endpoint) => parts[name]?.() ?? (access === 'user' ? ofUser() : {})
}
