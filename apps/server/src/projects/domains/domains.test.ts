import { randomUUID } from 'node:crypto'
import {
  createDomain,
  deleteDomain,
  deleteProject,
  listDomains,
  listEnvironments,
  updateDomain,
} from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { expectApiError, newProject, newStaff, theAdmin } from '../../app/testing/people.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { findDomainByHost } from './domain-store.ts'

async function newFixture(who = newStaff()) {
  const owner = await who
  const projectId = await newProject(owner)
  const params = { projectId }
  const { environments } = await owner.client.call(listEnvironments, { params })
  const [dev = '', production = ''] = environments.map(({ id }) => id)
  const create = (domain: string, environment = dev) =>
    owner.client.call(createDomain, { params, body: { domain, environment } })
  return { owner, projectId, params, dev, production, create }
}

const fresh = () => `${randomUUID()}.example.com`

async function lookUp(host: string) {
  const db = openDatabase({
    url: inject('server').databaseUrl,
    maxConnections: 1,
    onError: () => {},
  })
  return findDomainByHost(db, host).finally(() => db.close())
}

test('creates, lists, changes and deletes a domain, which selects project and environment by host', async () => {
  const { owner, params, projectId, dev, create } = await newFixture()
  const host = fresh()
  const { domain } = await create(`  ${host.toUpperCase()} `)
  expect(domain).toMatchObject({ domain_name: host, environment_id: dev, revision: 1 })
  expect((await owner.client.call(listDomains, { params })).domains).toEqual([domain])
  expect(await lookUp(host.toUpperCase())).toEqual({
    projectId,
    environmentId: dev,
    environment: 'dev',
  })
  const other = fresh()
  const one = { projectId, domainId: domain.id }
  const saved = await owner.client.call(updateDomain, {
    params: one,
    body: { domain: other, environment: dev },
    ifMatch: 1,
  })
  expect(saved.domain).toMatchObject({ domain_name: other, revision: 2 })
  expect(await lookUp(host)).toBeUndefined()
  const stale = owner.client.call(deleteDomain, { params: one, ifMatch: 1 })
  expect((await expectApiError(stale)).code).toBe('stale')
  await owner.client.call(deleteDomain, { params: one, ifMatch: 2 })
  expect((await owner.client.call(listDomains, { params })).domains).toEqual([])
  expect((await expectApiError(owner.client.call(deleteDomain, { params: one }))).status).toBe(404)
})

test.each([
  'https://app.example.com',
  'app.example.com:8080',
  'app.example.com/path',
  'app..example.com',
  '.example.com',
  'example.com.',
  '-a.example.com',
  'a-.example.com',
  'a_b.example.com',
  'user@example.com',
  '*.example.com',
  'exa mple.com',
  'bücher.example',
  '127.0.0.1',
  '10.1',
  '[::1]',
  'example.1',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
  '',
])('%j is not a host name', async (domain) => {
  const { create } = await newFixture()
  const error = await expectApiError(create(domain))
  expect(error.status).toBe(422)
  expect((error.details as { path: string }[])[0]?.path).toBe('domain')
})

test.each(['xn--bcher-kva.example', 'a1.b2.c3', '4you.example', 'a--b.example', '1.com'])(
  '%j is a valid domain',
  async (tail) => {
    const { create } = await newFixture()
    const host = `x${randomUUID().slice(0, 8)}.${tail}`
    expect((await create(host)).domain.domain_name).toBe(host)
  },
)

test("rejects the console's own host as a domain", async () => {
  const { create } = await newFixture()
  expect((await expectApiError(create('localhost'))).details).toMatchObject([{ path: 'domain' }])
})

test('a host name is unique in the installation, and a deleted project releases it', async () => {
  const [mine, theirs] = [await newFixture(), await newFixture()]
  const host = fresh()
  await theirs.create(host)
  const error = await expectApiError(mine.create(host))
  expect(error).toMatchObject({ code: 'conflict', message: 'This domain is in use already.' })
  const { domain } = await mine.create(fresh())
  const move = mine.owner.client.call(updateDomain, {
    params: { ...mine.params, domainId: domain.id },
    body: { domain: host, environment: mine.dev },
  })
  expect((await expectApiError(move)).code).toBe('conflict')
  await theirs.owner.client.call(deleteProject, { params: theirs.params })
  expect(await lookUp(host)).toBeUndefined()
  expect((await mine.create(host)).domain.domain_name).toBe(host)
})

test('of twenty projects that concurrently request a host name one gets it', async () => {
  const { owner, params, dev } = await newFixture()
  const host = fresh()
  const asks = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      owner.client.call(createDomain, { params, body: { domain: host, environment: dev } }),
    ),
  )
  expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test("another project's domain and environment are not found (R1)", async () => {
  const [mine, theirs] = [await newFixture(), await newFixture()]
  const { domain } = await theirs.create(fresh())
  const body = { domain: fresh(), environment: mine.dev }
  const params = { ...mine.params, domainId: domain.id }
  const { client } = mine.owner
  expect((await expectApiError(client.call(updateDomain, { params, body }))).status).toBe(404)
  expect((await expectApiError(client.call(deleteDomain, { params }))).status).toBe(404)
  const foreign = await expectApiError(mine.create(fresh(), theirs.dev))
  expect(foreign.details).toMatchObject([{ path: 'environment' }])
})

test('an admin sets production domains', async () => {
  const admin = await newFixture(theAdmin())
  const { domain } = await admin.create(fresh(), admin.production)
  expect(domain.environment_id).toBe(admin.production)
})

test('of fifty edits of one revision one succeeds; the others get 409 with both versions', async () => {
  const { owner, params, dev, create } = await newFixture()
  const { domain } = await create(fresh())
  const edits = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      owner.client.call(updateDomain, {
        params: { ...params, domainId: domain.id },
        body: { domain: fresh(), environment: dev },
        ifMatch: 1,
      }),
    ),
  )
  const won = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value.domain] : []))
  expect(won).toHaveLength(1)
  for (const edit of edits) {
    if (edit.status === 'fulfilled') continue
    expect(edit.reason).toMatchObject({ status: 409, code: 'stale' })
    expect(edit.reason.details).toMatchObject({ revision: 2, theirs: won[0], yours: {} })
  }
  expect((await owner.client.call(listDomains, { params })).domains).toEqual(won)
})
