import {
  createConstant,
  createCredential,
  createWorkflow,
  deleteCredential,
  deleteWorkflow,
  deployDatabase,
  listAudit,
  listConstantUses,
  listCredentials,
  listEnvironments,
  listWorkflows,
  planDeploy,
  updateCredential,
  updateWorkflow,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFor } from '../../app/testing/credential-place.ts'
import { connectionOf, nodeOf } from '../../app/testing/graph.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

let owner: Person
let admin: Person

beforeAll(async () => {
  owner = await newStaff()
  admin = await theAdmin()
})

const baseUrl = 'https://api.example.com'

async function newFixture() {
  const projectId = await newProject(owner)
  const params = { projectId }
  const { client } = owner
  const credential = async (name: string, apiKey: string) => {
    const body = { name, type: 'api-credential' as const, data: { baseUrl, apiKey } }
    return (await client.call(createCredential, { params, body })).credential
  }
  const workflow = async (name: string, credentialId?: string) => {
    const uses = credentialId ? { credentials: { key: credentialId } } : {}
    const nodes = [nodeOf('a', uses), nodeOf('b')]
    const body = { name, nodes, connections: [connectionOf('a', 'b')], active: true }
    return (await client.call(createWorkflow, { params, body })).data.workflow
  }
  const plan = async () => (await admin.client.call(planDeploy, { params })).promotions
  const deploy = (body: object = {}) => admin.client.call(deployDatabase, { params, body })
  const inProduction = async () => {
    const { workflows } = await client.call(listWorkflows, { params })
    const { credentials } = await client.call(listCredentials, { params })
    const isLive = (one: { environment: { name: string } }) => one.environment.name === 'production'
    return { workflows: workflows.filter(isLive), credentials: credentials.filter(isLive) }
  }
  return { projectId, params, client, credential, workflow, plan, deploy, inProduction }
}

test('deploys workflows and credentials by name, and finds nothing to deploy the next time', async () => {
  const { projectId, credential, workflow, plan, deploy, inProduction, params } = await newFixture()
  const key = await credential('Key', 'k1')
  await workflow('Orders', key.id)
  await workflow('Plain')
  expect(await plan()).toEqual({
    workflows: [
      { name: 'Orders', change: 'create' },
      { name: 'Plain', change: 'create' },
    ],
    credentials: [{ name: 'Key', type: 'api-credential', change: 'create' }],
  })
  const { release } = await deploy()
  const live = await inProduction()
  const [liveKey] = live.credentials
  expect(liveKey).toMatchObject({ name: 'Key', data: key.data, status: 'In sync', revision: 1 })
  expect(liveKey?.id).not.toBe(key.id)
  expect(liveKey && (await openFor(projectId, liveKey))?.data).toEqual({ baseUrl, apiKey: 'k1' })
  const orders = live.workflows.find((one) => one.name === 'Orders')
  expect(orders).toMatchObject({ active: true, status: 'In sync', revision: 1 })
  expect(orders?.nodes[0]?.data.credentials).toEqual({ key: liveKey?.id })
  expect(await plan()).toEqual({ workflows: [], credentials: [] })
  await deploy()
  expect(await inProduction()).toEqual(live)
  const { entries } = await owner.client.call(listAudit, { params, query: { area: 'release' } })
  expect(entries.find(({ entity_id }) => entity_id === release.id)).toMatchObject({
    action: 'finished deploy',
    after: { workflows: ['Orders', 'Plain'], credentials: ['Key'] },
  })
})

test("deploys changed items again, and keeps production's own", async () => {
  const { params, client, projectId, workflow, deploy, inProduction } = await newFixture()
  const [first, second] = [await workflow('First'), await workflow('Second')]
  await deploy()
  await client.call(updateWorkflow, {
    params: { projectId, workflowId: first.id },
    body: { name: 'First', nodes: [], connections: [] },
  })
  await client.call(deleteWorkflow, { params: { projectId, workflowId: second.id } })
  const before = (await client.call(listWorkflows, { params })).workflows
  expect(before.find(({ id }) => id === first.id)?.status).toBe('Out of sync')
  await deploy()
  const { workflows } = await inProduction()
  expect(workflows.find(({ name }) => name === 'First')).toMatchObject({
    active: false,
    nodes: [],
    revision: 2,
  })
  expect(workflows.find(({ name }) => name === 'Second')?.revision).toBe(1)
})

describe("production's own secret", () => {
  async function differing() {
    const at = await newFixture()
    const dev = await at.credential('Key', 'test key')
    await at.deploy()
    const [live] = (await at.inProduction()).credentials
    const save = (who: Person) =>
      who.client.call(updateCredential, {
        params: { projectId: at.projectId, id: live?.id ?? '' },
        body: { name: 'Key', type: 'api-credential', data: { baseUrl, apiKey: 'live key' } },
      })
    expect(await expectApiError(save(owner))).toMatchObject({ status: 403 })
    const { credential } = await save(admin)
    return { ...at, dev, live: credential }
  }

  test('stays unless overwriting is confirmed', async () => {
    const { projectId, plan, deploy, inProduction, live } = await differing()
    expect((await plan()).credentials).toMatchObject([{ name: 'Key', change: 'overwrite' }])
    await deploy()
    expect((await openFor(projectId, live))?.data.apiKey).toBe('live key')
    expect((await inProduction()).credentials[0]).toMatchObject({ status: 'Out of sync' })
    await deploy({ overwrite: ['Key'] })
    expect((await openFor(projectId, live))?.data.apiKey).toBe('test key')
    expect((await inProduction()).credentials[0]).toMatchObject({ id: live.id, status: 'In sync' })
  })
})

test('deploys only the confirmed plan: rejects it after a save in between', async () => {
  const { params, workflow, deploy, inProduction } = await newFixture()
  await workflow('One')
  const { plan } = await admin.client.call(planDeploy, { params })
  await workflow('Two')
  expect(await expectApiError(deploy({ planId: plan.planId }))).toMatchObject({ code: 'blocked' })
  expect((await inProduction()).workflows).toEqual([])
})

test('deploys each workflow once in ten concurrent deploys, and leaves nothing staged', async () => {
  const { projectId, credential, workflow, deploy, inProduction } = await newFixture()
  const key = await credential('Key', 'k1')
  for (let number = 1; number <= 5; number += 1) await workflow(`W${number}`, key.id)
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => deploy()))
  for (const one of tries) {
    if (one.status === 'rejected') expect(['conflict', 'unavailable']).toContain(one.reason.code)
  }
  const live = await inProduction()
  expect(live.workflows.map(({ name, revision }) => [name, revision]).sort()).toEqual(
    [1, 2, 3, 4, 5].map((number) => [`W${number}`, 1]),
  )
  expect(live.credentials).toHaveLength(1)
  const staged = await withPlatform(async (db) => {
    const rows = await db.query(
      `select (select count(*) from staged_workflow join release on release.id = release_id where project_id = $1)
        + (select count(*) from staged_credential join release on release.id = release_id where project_id = $1) as count`,
      [projectId],
    )
    return Number(rows.rows[0].count)
  })
  expect(staged).toBe(0)
})

test("lists constants that dev's workflows read and production lacks", async () => {
  const { params, client, projectId } = await newFixture()
  const code = 'return $const.API_URL + $const["REGION"] + $const . LIMIT'
  const nodes = [nodeOf('a', { parameters: { code } })]
  const body = { name: 'Reads', nodes, connections: [] }
  await client.call(createWorkflow, { params, body })
  const { environments } = await client.call(listEnvironments, { params })
  const made: Record<string, string> = {}
  for (const { id: environment, name } of environments) {
    const value = { key: 'LIMIT', value: '1', environment }
    const { constant } = await admin.client.call(createConstant, { params, body: value })
    made[name] = constant.id
  }
  const { plan } = await admin.client.call(planDeploy, { params })
  expect(plan.missingConstants).toEqual(['API_URL', 'REGION'])
  const one = { projectId, id: made.dev ?? '' }
  expect((await client.call(listConstantUses, { params: one })).uses).toMatchObject([
    { kind: 'workflow', name: 'Reads' },
  ])
})

describe.each(['developer', 'owner', 'admin'] as const)("production's items for a %s", (role) => {
  test.each(['workflow', 'credential'] as const)('%s', async (kind) => {
    const { projectId, credential, workflow, deploy, inProduction } = await newFixture()
    await credential('Key', 'k1')
    await workflow('Orders')
    await deploy()
    const live = await inProduction()
    const people = { admin, owner, developer: await newStaff() }
    await join(people.developer, { projectId, role: 'developer' })
    const { client } = people[role]
    const workflowId = live.workflows[0]?.id ?? ''
    const id = live.credentials[0]?.id ?? ''
    const acts = {
      workflow: [
        () =>
          client.call(updateWorkflow, {
            params: { projectId, workflowId },
            body: { name: 'Orders', nodes: [], connections: [] },
          }),
        () => client.call(deleteWorkflow, { params: { projectId, workflowId } }),
      ],
      credential: [
        () =>
          client.call(updateCredential, {
            params: { projectId, id },
            body: { name: 'Key', type: 'custom', data: {} },
          }),
        () => client.call(deleteCredential, { params: { projectId, id } }),
      ],
    }
    for (const act of acts[kind]) {
      const outcome = await act().then(
        () => 'done',
        (refusal) => refusal.status,
      )
      expect(outcome).toBe(role === 'admin' ? 'done' : 403)
    }
  })
})
