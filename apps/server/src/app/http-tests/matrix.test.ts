import { type Access, createKey, type Endpoint } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { checkRoutes, route } from '../../foundation/http/calls/route.ts'
import { saveSignIn } from '../../rows/app-sign-in/testing/code-app.ts'
import { routes } from '../startup/routes.ts'
import { appConfiguration, newApp, signUp } from '../testing/app-tables.ts'
import { newAppUser } from '../testing/app-users.ts'
import { fillPath } from '../testing/fill-path.ts'
import { join, newProject, newStaff, type Person, theAdmin } from '../testing/people.ts'

/**
 * The access of every caller to every contract route (R20): expected from the route's declaration, compared with
 * the answer of the running server. `elsewhere` owns another project, `user` is an app's, not staff; `key` is an
 * API key of that app.
 */
const CALLERS = [
  'guest',
  'stranger',
  'elsewhere',
  'developer',
  'owner',
  'admin',
  'user',
  'key',
] as const
type Who = (typeof CALLERS)[number]
type Signed = Exclude<Who, 'guest' | 'user' | 'key'>
/** `ruled`: access is decided by rules; another project or table answers 404. */
type Verdict = 'allowed' | 'ruled' | 401 | 403 | 404

const EXPECTED: Record<Access, Record<Who, Verdict>> = {
  public: everyone('allowed'),
  rules: everyone('ruled'),
  caller: row(401, 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 401),
  user: row(401, 401, 401, 401, 401, 401, 'allowed', 401),
  key: row(401, 401, 401, 401, 401, 401, 401, 'allowed'),
  staff: row(401, 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 401, 401),
  admin: row(401, 403, 403, 403, 403, 'allowed', 401, 401),
  'project:developer': row(401, 404, 404, 'allowed', 'allowed', 'allowed', 401, 401),
  'project:owner': row(401, 404, 404, 403, 'allowed', 'allowed', 401, 401),
  'project:admin': row(401, 404, 404, 403, 403, 'allowed', 401, 401),
}

/** An archive contains production data, which developers may read only if their project allows it. */
function verdictOf({ access, production }: Endpoint, who: Who): Verdict {
  return production === 'always' && who === 'developer' ? 403 : EXPECTED[access][who]
}

function row(...verdicts: Verdict[]): Record<Who, Verdict> {
  return Object.fromEntries(CALLERS.map((who, index) => [who, verdicts[index]])) as Record<
    Who,
    Verdict
  >
}

function everyone(verdict: Verdict): Record<Who, Verdict> {
  return row(...CALLERS.map(() => verdict))
}

let people: Record<Signed, Person>

beforeAll(async () => {
  const [stranger, elsewhere, developer, owner, admin] = await Promise.all([
    newStaff(),
    newStaff(),
    newStaff(),
    newStaff(),
    theAdmin(),
  ])
  await newProject(elsewhere)
  app = await newApp(elsewhere, appConfiguration('sqlite3'))
  // Without a host, every call for a passkey is refused.
  const origin = 'https://app.example.com/'
  await saveSignIn(elsewhere, app, { redirects: [origin], passkeyHost: new URL(origin).host })
  const { user } = await signUp(app)
  appUserId = user.id
  const { secret } = await elsewhere.client.call(createKey, {
    params: { projectId: app },
    body: {
      name: 'Matrix',
      environment: 'dev',
      tables: [{ table: 'notes', operations: ['list', 'view', 'create', 'update', 'delete'] }],
    },
  })
  keySecret = secret
  people = { stranger, elsewhere, developer, owner, admin }
})

async function projectWithPeople(): Promise<string> {
  const projectId = await newProject(people.owner)
  await join(people.developer, { projectId, role: 'developer' })
  return projectId
}

let app: string
let appUserId: string
let keySecret: string

/** A new session of the app's user. */
async function userToken(): Promise<string> {
  return (await newAppUser(app, { tableId: 'people', userId: appUserId })).token
}

const isSigned = (who: Who): who is Signed => who in people
const callerOf = (who: Who) => (isSigned(who) ? people[who] : undefined)

async function tokenOf(who: Who): Promise<string | undefined> {
  if (who === 'key') return keySecret
  return who === 'user' ? await userToken() : callerOf(who)?.token
}

async function newPath(endpoint: Endpoint, who: Who): Promise<string> {
  const projectId = endpoint.path.includes('{projectId}') ? await projectWithPeople() : ''
  const ofApp = {
    ...endpoint,
    path: endpoint.path.replace('/api/auth/{table}', '/api/auth/people'),
  }
  const caller = callerOf(who) ?? people.owner
  return fillPath(ofApp as Endpoint, { projectId, owner: people.owner, caller })
}

const lasting = new Map<string, Promise<string>>()

/** Denied calls and reads change nothing and share a project; allowed changes get their own. */
async function pathFor(endpoint: Endpoint, who: Who): Promise<string> {
  const changes = endpoint.method !== 'GET' && verdictOf(endpoint, who) === 'allowed'
  if (changes || !endpoint.path.includes('{projectId}')) return newPath(endpoint, who)
  const path = lasting.get(endpoint.name) ?? newPath(endpoint, 'owner')
  lasting.set(endpoint.name, path)
  return path
}

async function call(endpoint: Endpoint, who: Who): Promise<number> {
  const path = await pathFor(endpoint, who)
  const token = await tokenOf(who)
  const named = endpoint.path.startsWith('/api/auth/') ? `${path}?$projectId=${app}` : path
  const answer = await fetch(`${inject('server').address}${named}`, {
    method: endpoint.method,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  // A stream of changes does not end by itself.
  if (endpoint.streams) await answer.body?.cancel()
  else await answer.text()
  return answer.status
}

describe.each(routes.map(({ endpoint }) => endpoint).filter(({ name }) => name !== 'signOut'))(
  '$method $path ($access)',
  (endpoint) => {
    test.each(CALLERS)('%s', async (who) => {
      const status = await call(endpoint, who)
      const expected = verdictOf(endpoint, who)
      if (expected === 'allowed') expect([401, 403, 404]).not.toContain(status)
      else if (expected === 'ruled') expect([401, 403]).not.toContain(status)
      else expect(status).toBe(expected)
    })
  },
)

test('signing out needs a session and ends only its own', async () => {
  const endpoint = routes.find(({ endpoint: { name } }) => name === 'signOut')?.endpoint as Endpoint
  expect(await call(endpoint, 'guest')).toBe(401)
  const leaving = await newStaff()
  const headers = { authorization: `Bearer ${leaving.token}` }
  const out = () =>
    fetch(`${inject('server').address}${endpoint.path}`, { method: 'POST', headers })
  expect((await out()).status).toBe(200)
  expect((await out()).status).toBe(401)
  expect(await call({ ...endpoint, method: 'GET', path: '/auth/devme' }, 'owner')).toBe(200)
})

describe('a server does not start with a route that', () => {
  const [first] = routes
  const good = (first as (typeof routes)[number]).endpoint
  const serve = (endpoint: object) => () =>
    checkRoutes([route({ ...good, ...endpoint } as Endpoint, async () => ({}))])
  test.each([
    { name: 'does not say who may call it', endpoint: { access: undefined } },
    { name: 'names an access that does not exist', endpoint: { access: 'everybody' } },
    { name: 'asks for a role but names no project', endpoint: { access: 'project:owner' } },
  ])('$name', ({ endpoint }) => {
    expect(serve(endpoint)).toThrow(/declare|names none/)
  })
  test('is registered twice', () => {
    expect(() => checkRoutes([...routes, ...routes.slice(0, 1)])).toThrow('served twice')
  })
})
