import { randomUUID } from 'node:crypto'
import { Configuration, createKey, type Database, signUpUser } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import { expectApiError, guest, newStaff, type Person } from '../../app/testing/people.ts'

const many = { hasMultiple: true, hasMultipleBack: true }
const MEMBERS = { tableId: 'people', columnId: 'p_teams', backColumnName: 'teams', isParent: true }
const TEAMS = { tableId: 'teams', columnId: 't_members', backColumnName: 'members' }

/** People, who may change their own row, and teams, whose members are declared on the team. */
function teamsConfiguration(database: Database): Configuration {
  const { tables, ...rest } = appConfiguration(database)
  const [people, ...others] = tables
  return Configuration.parse({
    ...rest,
    tables: [
      {
        ...people,
        columns: [
          ...(people?.columns ?? []),
          { id: 'p_teams', name: 'teams', type: 'relation', options: { ...TEAMS, ...many } },
        ],
        rules: {
          ...{ create: 'true', list: 'true', view: 'true' },
          update: 'id = @request.auth.id || @request.auth.kind = "key"',
        },
      },
      ...others,
      {
        id: 'teams',
        name: 'teams',
        columns: [
          { id: 't_name', name: 'name', type: 'text' },
          { id: 't_lead', name: 'lead', type: 'text' },
          { id: 't_members', name: 'members', type: 'relation', options: { ...MEMBERS, ...many } },
        ],
        rules: { list: 'true', view: 'true', update: 'name = "open" || lead = @request.auth.id' },
      },
    ],
  })
}

interface Answer {
  status: number
  body: { data?: Record<string, unknown>; error?: { message: string } }
}

/** The links of a join table belong to the rows on which their relation was declared. */
describe.each(['postgres', 'sqlite3'] as const)('links of a join table, on %s', (database) => {
  let owner: Person
  let projectId: string
  let ann: SignedUp
  let [open, closed] = ['', '']

  async function send(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<Answer> {
    const url = `${inject('server').address}/api/${path}?$projectId=${projectId}&$version=v2`
    const answer = await fetch(url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  const newTeam = async (body: object) => {
    const made = await send('POST', 'data/teams', { token: owner.token, body })
    return String(made.body.data?.id)
  }
  const membersOf = async (team: string) =>
    (await send('GET', `data/teams/${team}`, { token: owner.token })).body.data?.members
  const change = (body: object, token = ann.token) =>
    send('PATCH', `data/people/${ann.user.id}`, { token, body })

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newApp(owner, teamsConfiguration(database))
    ann = await signUp(projectId)
    open = await newTeam({ name: 'open' })
    closed = await newTeam({ name: 'closed' })
  })

  test('are added from the other side only to rows that the caller may change', async () => {
    for (const teams of [[closed], [open, closed]]) {
      const refused = await change({ teams, nick: 'in' })
      expect(refused.status).toBe(422)
      expect(refused.body.error?.message).toBe('teams: References a row that does not exist')
    }
    expect([await membersOf(open), await membersOf(closed)]).toEqual([[], []])
    expect((await change({ teams: [open] })).status).toBe(200)
    expect(await membersOf(open)).toEqual([ann.user.id])
  })

  test('are not added with a new account', async () => {
    const signUpWith = (teams: string[]) =>
      guest().call(signUpUser, {
        params: { table: 'people' },
        query: { $projectId: projectId },
        body: { email: `${randomUUID()}@example.com`, password: 'a long password', teams },
      })
    expect((await expectApiError(signUpWith([closed]))).status).toBe(422)
    expect(await membersOf(closed)).toEqual([])
    const { user } = await signUpWith([open])
    expect(await membersOf(open)).toContain(user.id)
  })

  test('are removed from the other side only where they may be added, and stay otherwise', async () => {
    await send('PATCH', `data/teams/${closed}`, {
      token: owner.token,
      body: { members: [ann.user.id] },
    })
    await send('PATCH', `data/teams/${open}`, {
      token: owner.token,
      body: { members: [ann.user.id] },
    })
    expect((await change({ teams: [] })).status).toBe(422)
    expect((await change({ teams: [open] })).status).toBe(422)
    expect((await change({ teams: [closed, open], nick: 'same' })).status).toBe(200)
    expect((await change({ teams: [closed] })).status).toBe(200)
    expect([await membersOf(open), await membersOf(closed)]).toEqual([[], [ann.user.id]])
  })

  test('are written on the declared side with the rule of that table alone', async () => {
    const led = await newTeam({ name: 'led', lead: ann.user.id })
    const bob = await signUp(projectId)
    const body = { members: [bob.user.id] }
    const invited = await send('PATCH', `data/teams/${led}`, { token: ann.token, body })
    expect(invited.status).toBe(200)
    expect(await membersOf(led)).toEqual([bob.user.id])
    const refused = await send('PATCH', `data/teams/${led}`, { token: bob.token, body })
    expect(refused.status).toBeGreaterThanOrEqual(403)
  })

  test.each([
    { operations: ['view'] as const, status: 422 },
    { operations: ['view', 'update'] as const, status: 200 },
  ])('with a key for $operations of the declaring table answer $status', async (each) => {
    const other = await newTeam({ name: 'open' })
    const tables = [
      { table: 'people', operations: ['view' as const, 'update' as const] },
      { table: 'teams', operations: [...each.operations] },
    ]
    const { secret } = await owner.client.call(createKey, {
      params: { projectId },
      body: { name: 'Links', environment: 'dev', tables },
    })
    expect((await change({ teams: [closed, other] }, secret)).status).toBe(each.status)
  })
})
