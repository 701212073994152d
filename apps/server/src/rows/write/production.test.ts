import {
  createCredential,
  createWorkflow,
  deleteCredential,
  deleteWorkflow,
  executeWorkflow,
  explainRow,
  listAudit,
  listCredentials,
  listWorkflows,
  updateCredential,
  updateWorkflow,
} from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { expectApiError, join, newStaff, type Person } from '../../app/testing/people.ts'
import { deploy, type Library, openLibrary, type Sending, send } from '../testing/shelf.ts'

/** Owners and admins read production, only admins change it. */
const ROLES = ['developer', 'owner', 'admin'] as const
type Who = (typeof ROLES)[number]

let library: Library
let people: Record<Who, Person>
let devRow: string
const at = { $environment: 'production' }
const canvas = { nodes: '[]', connections: '[]', settings: '{}' }

const sendAs = (who: Who, call: [string, string], sending: Sending = {}) =>
  send(...call, {
    ...sending,
    token: people[who].token,
    query: { $projectId: library.projectId, ...at, ...sending.query },
  })
const params = () => ({ projectId: library.projectId })
const newShelf = async () => {
  const made = await sendAs('admin', ['POST', 'shelf'], { body: { name: 'in production' } })
  return made.body.data as { id: string }
}

beforeAll(async () => {
  library = await openLibrary('sqlite3')
  const developer = await newStaff()
  await join(developer, { ...params(), role: 'developer' })
  people = { developer, owner: library.owner, admin: library.admin }
  const { client } = library.owner
  const credential = { name: 'Mail', type: 'custom' as const, data: { key: 'k', hosts: ['x.io'] } }
  await client.call(createCredential, { params: params(), body: credential })
  for (const name of ['Orders', 'Bills'])
    await client.call(createWorkflow, {
      params: params(),
      body: { name, active: false, ...canvas },
    })
  await deploy(library)
  const made = await sendAs('owner', ['POST', 'shelf'], {
    query: { $environment: 'dev' },
    body: { name: 'in dev' },
  })
  devRow = (made.body.data as { id: string }).id
})

describe('rows of production', () => {
  test('a developer cannot read them unless the project allows it', async () => {
    const { id } = await newShelf()
    for (const path of ['shelf', `shelf/${id}`])
      expect(await sendAs('developer', ['GET', path])).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringMatching(/^Developers cannot read production/) } },
      })
  })

  test.each(['owner', 'admin'] as const)('%s reads all of them and none of dev', async (who) => {
    const { id } = await newShelf()
    const list = await sendAs(who, ['GET', 'shelf'])
    expect((list.body.data as { name: string }[]).map(({ name }) => name)).not.toContain('in dev')
    expect((await sendAs(who, ['GET', `shelf/${id}`])).status).toBe(200)
    expect((await sendAs(who, ['GET', `shelf/${devRow}`])).status).toBe(404)
    const search = new URLSearchParams({ $projectId: library.projectId, ...at, format: 'csv' })
    const { address } = inject('server')
    const exported = await fetch(`${address}/api/data/shelf/export?${search}`, {
      headers: { authorization: `Bearer ${people[who].token}` },
    })
    expect(exported.status).toBe(200)
    expect(await exported.text()).not.toContain('in dev')
    const body = { environment: 'production' as const, table: 'shelf', rowId: id, user: null }
    const explained = await people[who].client.call(explainRow, { params: params(), body })
    expect(explained.operations.length).toBeGreaterThan(0)
    const foreign = { ...body, rowId: devRow }
    const refusal = await expectApiError(
      people[who].client.call(explainRow, { params: params(), body: foreign }),
    )
    expect(refusal.status).toBe(404)
  })

  const WRITES: Record<string, (who: Who) => Promise<{ status: number; body: unknown }>> = {
    create: (who) => sendAs(who, ['POST', 'shelf'], { body: { name: 'x' } }),
    update: async (who) =>
      sendAs(who, ['PUT', `shelf/${(await newShelf()).id}`], { body: { name: 'x' } }),
    delete: async (who) => sendAs(who, ['DELETE', `shelf/${(await newShelf()).id}`]),
    'update many': async (who) =>
      sendAs(who, ['PUT', 'shelf'], { body: [{ id: (await newShelf()).id, name: 'y' }] }),
    'delete many': async (who) =>
      sendAs(who, ['DELETE', 'shelf'], { body: [(await newShelf()).id] }),
    import: async (who) => {
      const search = new URLSearchParams({ $projectId: library.projectId, ...at })
      const answer = await fetch(`${inject('server').address}/api/data/shelf/import?${search}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${people[who].token}`,
          'content-type': 'application/x-ndjson',
        },
        body: '{"name":"z"}\n',
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
  describe.each(Object.entries(WRITES))('%s', (_, act) => {
    test.each(ROLES)('%s', async (who) => {
      const { status, body } = await act(who)
      if (who === 'admin') expect(status, JSON.stringify(body)).toBe(200)
      else
        expect({ status, body }).toMatchObject({
          status: 403,
          body: { error: { message: 'Only an admin may change rows in production.' } },
        })
    })
  })
})

describe('workflows and credentials of production', () => {
  const found = async (name: string) => {
    const { workflows } = await library.owner.client.call(listWorkflows, { params: params() })
    const { credentials } = await library.owner.client.call(listCredentials, { params: params() })
    const one = [...workflows, ...credentials].find(
      (each) => each.name === name && each.environment.name === 'production',
    )
    return { ...params(), workflowId: one?.id ?? '', id: one?.id ?? '' }
  }
  const body = { name: 'Mail', type: 'custom' as const, data: { key: 'new', hosts: ['x.io'] } }
  const ACTS: Record<string, (client: Person['client']) => Promise<unknown>> = {
    'change a workflow': async (client) =>
      client.call(updateWorkflow, {
        params: await found('Orders'),
        body: { name: 'Orders', active: false, ...canvas },
      }),
    'change a credential': async (client) =>
      client.call(updateCredential, { params: await found('Mail'), body }),
    'delete a workflow': async (client) =>
      client.call(deleteWorkflow, { params: await found('Bills') }),
    'delete a credential': async (client) =>
      client.call(deleteCredential, { params: await found('Mail') }),
  }
  describe.each(Object.entries(ACTS))('%s', (_, act) => {
    test.each(ROLES)('%s', async (who) => {
      const done = act(people[who].client)
      if (who === 'admin') await done
      else
        expect(await expectApiError(done)).toMatchObject({
          status: 403,
          message: 'Only an admin may change what belongs to production.',
        })
    })
  })

  test.each(ROLES)('rejects a test run, also for %s', async (who) => {
    const sent = { nodes: '[]', edges: '[]' }
    const call = people[who].client.call(executeWorkflow, {
      params: await found('Orders'),
      body: sent,
    })
    expect(await expectApiError(call)).toMatchObject({ status: 422 })
  })
})

test('the audit trail can be filtered by environment, including rows', async () => {
  const { client } = library.owner
  await newShelf()
  for (const area of [undefined, 'credential', 'row']) {
    for (const environment of ['dev', 'production'] as const) {
      const query = { environment, ...(area ? { area } : {}) }
      const { entries } = await client.call(listAudit, { params: params(), query })
      expect(entries.length, `${area} in ${environment}`).toBeGreaterThan(0)
      expect(new Set(entries.map((entry) => entry.environment))).toEqual(new Set([environment]))
    }
  }
})
