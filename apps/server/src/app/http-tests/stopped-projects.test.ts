import {
  type AvailabilityState,
  type Configuration,
  createKey,
  Configuration as ConfigurationShape,
  type Endpoint,
  getProject,
  saveAvailability,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { useOf } from '../../foundation/http/access/project-use.ts'
import { checkRoutes, route } from '../../foundation/http/calls/route.ts'
import type { RunningServer } from '../startup/start-server.ts'
import { routes } from '../startup/routes.ts'
import { appConfiguration, newApp, type SignedUp, signUp } from '../testing/app-tables.ts'
import { eventually } from '../testing/eventually.ts'
import { join, newStaff, type Person, theAdmin } from '../testing/people.ts'
import { startBeside } from '../testing/start-beside.ts'

const STOPPED = ['read-only', 'suspended', 'archived'] as const
type Stopped = (typeof STOPPED)[number]
const CODES: Readonly<Record<Stopped, string>> = {
  'read-only': 'project_read_only',
  suspended: 'project_suspended',
  archived: 'project_suspended',
}

/** The app of the tests with a table that everybody may use, also for files. */
function openConfiguration(database: Configuration['database']): Configuration {
  const anyone = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
  const columns = [
    { id: 'board_text', name: 'text', type: 'text', options: {} },
    { id: 'board_file', name: 'file', type: 'file', options: {} },
  ]
  const { tables } = appConfiguration(database)
  const board = { id: 'board', name: 'board', columns, rules: anyone }
  return ConfigurationShape.parse({ database, tables: [...tables, board] })
}

interface Place {
  projectId: string
  people: Record<'developer' | 'owner' | 'admin', Person>
  user: SignedUp
  key: string
  rowId: string
  uploadUrl: string
  publicUrl: string
}

type Who = 'guest' | 'user' | 'key' | 'developer' | 'admin'
/** What the table decides: `read` is answered while read-only, `write` only while open, `manage` always. */
interface Case {
  name: string
  use: 'read' | 'write' | 'manage'
  who: readonly Who[]
  method: string
  path: (place: Place) => string
  body?: (place: Place) => unknown
  type?: string
}

const EVERYONE = ['guest', 'user', 'key', 'developer', 'admin'] as const
const board = ({ projectId }: Place, more = '') => `/api/data/board${more}?$projectId=${projectId}`
const account = (act: string) => ({ projectId }: Place) =>
  `/api/auth/people/${act}?$projectId=${projectId}`
const credentials = ({ user }: Place) => ({ email: user.email, password: user.password })
const file = { fileName: 'a.txt', fileSize: 3, fileType: 'text/plain' }
const upload = () => ({ tableName: 'board', columnName: 'file', files: [file] })

const CASES: readonly Case[] = [
  { name: 'list rows', use: 'read', who: EVERYONE, method: 'GET', path: board },
  {
    ...{ name: 'get a row', use: 'read', who: EVERYONE, method: 'GET' },
    path: (place) => board(place, `/${place.rowId}`),
  },
  {
    ...{ name: 'run a raw query', use: 'read', who: ['developer', 'admin'], method: 'POST' },
    path: board,
    body: () => ({ query: 'select 1 as one' }),
  },
  {
    ...{ name: 'export rows', use: 'read', who: ['developer', 'admin'], method: 'GET' },
    path: (place) => `${board(place, '/export')}&format=csv`,
  },
  {
    ...{ name: 'create a row', use: 'write', who: EVERYONE, method: 'POST' },
    path: board,
    body: () => ({ text: 'new' }),
  },
  {
    ...{ name: 'update a row', use: 'write', who: EVERYONE, method: 'PUT' },
    path: (place) => board(place, `/${place.rowId}`),
    body: () => ({ text: 'changed' }),
  },
  {
    ...{ name: 'update rows', use: 'write', who: EVERYONE, method: 'PUT' },
    path: board,
    body: ({ rowId }) => [{ id: rowId, text: 'changed' }],
  },
  {
    ...{ name: 'delete rows', use: 'write', who: EVERYONE, method: 'DELETE' },
    path: board,
    body: () => [],
  },
  {
    ...{ name: 'import rows', use: 'write', who: ['developer', 'admin'], method: 'POST' },
    path: (place) => board(place, '/import'),
    body: () => ({ text: 'imported' }),
    type: 'application/x-ndjson',
  },
  {
    ...{ name: 'announce an upload', use: 'write', who: EVERYONE, method: 'POST' },
    path: ({ projectId }) => `/api/file/upload?$projectId=${projectId}`,
    body: upload,
  },
  {
    ...{ name: 'upload a file', use: 'write', who: ['guest'], method: 'PUT' },
    path: ({ uploadUrl }) => uploadUrl,
    type: 'text/plain',
  },
  {
    ...{ name: 'download a file', use: 'read', who: ['guest'], method: 'GET' },
    path: ({ publicUrl }) => publicUrl,
  },
  {
    ...{ name: 'sign in', use: 'read', who: ['guest'], method: 'POST' },
    path: account('sign-in'),
    body: credentials,
  },
  {
    ...{ name: 'renew a session', use: 'read', who: ['user'], method: 'POST' },
    path: account('refresh'),
  },
  { name: 'read the own account', use: 'read', who: ['user'], method: 'GET', path: () => '/auth/me' },
  {
    ...{ name: 'sign up', use: 'write', who: ['guest'], method: 'POST' },
    path: account('sign-up'),
    body: () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'a long password' }),
  },
  {
    ...{ name: 'request a reset', use: 'write', who: ['guest'], method: 'POST' },
    path: account('request-reset'),
    body: ({ user: { email } }) => ({ email }),
  },
  {
    ...{ name: 'read the tables', use: 'read', who: ['guest', 'user', 'key'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}/configuration`,
  },
  {
    ...{ name: 'read the tables as staff', use: 'manage', who: ['developer'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}/configuration`,
  },
  {
    ...{ name: 'open the project', use: 'manage', who: ['developer', 'admin'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}`,
  },
]

interface Answer {
  status: number
  code: string | undefined
}

async function send(
  place: Place,
  { who, address, ...sent }: { who: Who; address: string } & Omit<Case, 'who' | 'use' | 'name'>,
): Promise<Answer> {
  const tokens = { guest: undefined, user: place.user.token, key: place.key }
  const token = who in tokens ? tokens[who as 'user'] : place.people[who as 'admin'].token
  const url = new URL(sent.path(place), address)
  const body = sent.body?.(place)
  const answer = await fetch(new URL(url.pathname + url.search, address), {
    method: sent.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(sent.type || body ? { 'content-type': sent.type ?? 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const code = /"code":"(\w+)"/.exec(answer.ok ? '' : text)?.[1]
  return { status: answer.status, code }
}

async function openPlace(database: Configuration['database']): Promise<Place> {
  const [owner, developer, admin] = await Promise.all([newStaff(), newStaff(), theAdmin()])
  const projectId = await newApp(owner, openConfiguration(database))
  await join(developer, { projectId, role: 'developer' })
  const user = await signUp(projectId)
  const tables = ['board'].map((table) => ({
    table,
    operations: ['list', 'view', 'create', 'update', 'delete'] as const,
  }))
  const { secret: key } = await owner.client.call(createKey, {
    params: { projectId },
    body: { name: 'Key', environment: 'dev', tables: tables as never },
  })
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${inject('server').address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { urls: string[]; data: { id: string } }
  }
  const announced = await post(`/api/file/upload?$projectId=${projectId}`, upload())
  const { data } = await post(`/api/data/board?$projectId=${projectId}`, { text: 'first' })
  const [uploadUrl = ''] = announced.urls
  const people = { owner, developer, admin }
  const publicUrl = `/files/${projectId}/board/board_file/none.txt`
  return { projectId, people, user, key, rowId: data.id, uploadUrl, publicUrl }
}

const setState = ({ projectId, people }: Place, state: AvailabilityState) =>
  people.admin.client.call(saveAvailability, {
    params: { projectId },
    body: { state, reason: 'Test' },
  })

const isRefused = (use: Case['use'], state: Stopped) =>
  use === 'write' || (use === 'read' && state !== 'read-only')

const isRefusal = ({ code }: Answer) =>
  code === 'project_read_only' || code === 'project_suspended'

describe.each(['sqlite3', 'postgres'] as const)('a stopped project on %s', (database) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(database)
  }, 60_000)

  describe.each(STOPPED)('%s', (state) => {
    beforeAll(() => setState(place, state))
    afterAll(() => setState(place, 'open'))

    const { address } = inject('server')
    const rows = CASES.flatMap((each) => each.who.map((who) => ({ ...each, who })))
    test.each(rows)('$name, $who', async ({ name, use, ...sent }) => {
      const answer = await send(place, { ...sent, address })
      if (isRefused(use, state)) expect(answer).toEqual({ status: 403, code: CODES[state] })
      else expect(isRefusal(answer), JSON.stringify(answer)).toBe(false)
    })
  })

  test('answers every call again once it is open', async () => {
    const { address } = inject('server')
    for (const { name, who, ...sent } of CASES) {
      for (const each of who) {
        const answer = await send(place, { ...sent, who: each, address })
        expect(isRefusal(answer), `${name} as ${each}`).toBe(false)
      }
    }
  })
})

describe('the calls of staff to a project', () => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace('sqlite3')
  }, 60_000)

  const endpoints = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access, name }) => access.startsWith('project:') && name !== 'deleteProject')
    .filter(({ streams }) => !streams)

  describe.each(STOPPED)('%s', (state) => {
    beforeAll(() => setState(place, state))

    test.each(endpoints)('$method $path ($use)', async (endpoint) => {
      const path = endpoint.path
        .replace('{projectId}', place.projectId)
        .replace(/\{\w+\}/g, 'unknown')
      const answer = await send(place, {
        ...{ who: 'admin', method: endpoint.method, path: () => path },
        address: inject('server').address,
      })
      if (isRefused(useOf(endpoint), state))
        expect(answer).toEqual({ status: 403, code: CODES[state] })
      else expect(isRefusal(answer), JSON.stringify(answer)).toBe(false)
    })
  })

  test('a server does not start with a change that does not declare its use', () => {
    const [first] = endpoints.filter(({ method }) => method === 'POST')
    const undeclared = { ...first, use: undefined } as unknown as Endpoint
    expect(() => checkRoutes([route(undeclared, async () => ({}))])).toThrow(
      'does not declare what it does in a project',
    )
  })

  test('a project that the caller may not see stays unknown', async () => {
    const stranger = await newStaff()
    const error = await stranger.client
      .call(getProject, { params: { projectId: place.projectId } })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 404 })
    const { address } = inject('server')
    const answer = await fetch(`${address}${board(place)}`, {
      headers: { authorization: `Bearer ${stranger.token}` },
    })
    expect(answer.status).toBe(404)
  })
})

describe('a second process', () => {
  let second: RunningServer
  let place: Place
  beforeAll(async () => {
    ;[second, place] = await Promise.all([startBeside(), openPlace('postgres')])
  }, 60_000)
  afterAll(() => second.stop())

  const list = { method: 'GET', path: board }

  test.each(['suspended', 'open', 'archived', 'open'] as const)(
    'applies %s within a second of the answer',
    async (state) => {
      const code = state === 'open' ? undefined : CODES[state]
      // Its cache is warm before the change.
      await send(place, { ...list, who: 'guest', address: second.address })
      await setState(place, state)
      const start = performance.now()
      await eventually(async () => {
        const answer = await send(place, { ...list, who: 'guest', address: second.address })
        return answer.code === code && answer
      })
      expect(performance.now() - start).toBeLessThan(1_000)
    },
  )
})
