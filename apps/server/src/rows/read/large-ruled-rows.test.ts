import { beforeAll, describe, expect, test } from 'vitest'
import { newAppUser } from '../../app/testing/app-users.ts'
import { newProject, newStaff, type Person } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { applyTables, send } from '../testing/shelf.ts'

// A low limit, so that the rows need not be large.
useOwnServer({ PLINTH_MAX_ANSWER_BYTES: String(1024 * 1024) })

const long = ['one', 'two', 'three'] as const
const longColumns = (prefix: string) =>
  long.map((name, at) => ({ id: `${prefix}${at}`, name, type: 'json' }))
const RULES = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }

const TABLES = [
  {
    id: 'pages',
    name: 'page',
    // The update rule reads the row before the change.
    rules: { ...RULES, view: 'label != "hidden"', update: '@request.body.label:changed = true' },
    columns: [{ id: 'p', name: 'label', type: 'text' }, ...longColumns('p')],
  },
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: RULES,
    columns: [
      { id: 'u1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { id: 'u2', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
      { id: 'u3', name: 'verified', type: 'checkbox' },
      { id: 'u4', name: 'role', type: 'text' },
      ...longColumns('u_'),
    ],
  },
  {
    id: 'clubs',
    name: 'club',
    // The rule reads the row of the caller.
    rules: { ...RULES, list: '@request.auth.role = "member"' },
    columns: [{ id: 'c', name: 'name', type: 'text' }],
  },
]

describe.each(['postgres', 'sqlite3'] as const)('large rows that rules read, on %s', (database) => {
  let owner: Person
  let projectId: string
  const call = (method: string, path: string, body: unknown, query = {}) =>
    send(method, path, { token: owner.token, body, query: { $projectId: projectId, ...query } })
  const createLarge = async (table: string, body: object) => {
    const made = await call('POST', table, body)
    expect(made.status, JSON.stringify(made.body.error)).toBe(200)
    const { id } = made.body.data as { id: string }
    const text = 'y'.repeat(0.4 * 1024 * 1024)
    for (const column of long) {
      const changed = await call('PUT', table, [{ id, [column]: { text } }], { $columns: 'id' })
      expect(changed.status, JSON.stringify(changed.body.error)).toBe(200)
    }
    return id
  }

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: TABLES })
  }, 60_000)

  test('a row above the limit is not read for its update rule', async () => {
    const id = await createLarge('page', { label: 'open' })
    const query = { $projectId: projectId, $columns: 'label' }
    const save = (label: string) => send('PUT', `page/${id}`, { query, body: { label } })
    const refused = await save('new')
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
    expect(refused.body.error.message).toContain('1 MB')
    // Staff need no rule.
    expect((await call('PUT', `page/${id}`, { label: 'hidden' })).status).toBe(200)
    expect((await save('new')).status).toBe(404)
    expect((await call('PUT', `page/${id}`, { label: 'x', one: null })).status).toBe(200)
    expect((await save('new')).status).toBe(200)
  })

  test('an account above the limit is read neither for rules nor for itself', async () => {
    const account = { email: 'a@example.com', password: 'a long password', role: 'member' }
    const id = await createLarge('user', account)
    const { token } = await newAppUser(projectId, { userId: id })
    const clubs = () => send('GET', 'club', { token, query: { $projectId: projectId } })
    const me = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${testServer().address}/auth/me`, { headers })).status
    }
    expect(await clubs()).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
    expect(await me()).toBe(413)
    expect((await call('PUT', `user/${id}`, { one: null }, { $columns: 'id' })).status).toBe(200)
    expect((await clubs()).status).toBe(200)
    expect(await me()).toBe(200)
  })
})
