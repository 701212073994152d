import { randomUUID } from 'node:crypto'
import {
  createDomain,
  deleteDomain,
  listAudit,
  listEnvironments,
  listOrigins,
  saveOrigins,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { expectApiError, newProject, newStaff, theAdmin } from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { testServer } from '../../app/testing/test-server.ts'

/** The list of allowed origins per environment; what it allows is tested in cors.test.ts (R32). */
let beside: RunningServer
beforeAll(async () => {
  beside = await startBeside()
})
afterAll(() => beside.stop())

async function newFixture(who = newStaff()) {
  const person = await who
  const projectId = await newProject(person)
  const params = { projectId }
  const { environments } = await person.client.call(listEnvironments, { params })
  const [dev = '', production = ''] = environments.map(({ id }) => id)
  const save = (origins: string[], { environmentId = dev, allowsLocal = false, ...more } = {}) =>
    person.client.call(saveOrigins, {
      params,
      body: { environmentId, origins, allowsLocal },
      ...(more as { ifMatch?: number }),
    })
  return { person, projectId, params, dev, production, save }
}

/** The origin that a process allows for a preflight request. */
async function askPreflight(address: string, { projectId, origin }: Record<string, string>) {
  const answer = await fetch(`${address}/api/data/notes?$projectId=${projectId}`, {
    method: 'OPTIONS',
    headers: { origin: origin ?? '', 'access-control-request-method': 'GET' },
  })
  await answer.arrayBuffer()
  return answer.headers.get('access-control-allow-origin')
}

test('lists, saves and audits, and every process follows at once', async () => {
  const { person, projectId, params, dev, production, save } = await newFixture()
  expect((await person.client.call(listOrigins, { params })).data).toEqual([
    { environmentId: dev, environment: 'dev', origins: [], allowsLocal: true, revision: 0 },
    {
      ...{ environmentId: production, environment: 'production' },
      ...{ origins: [], allowsLocal: false, revision: 0 },
    },
  ])
  const origin = 'https://app.example.com:8443'
  const local = 'http://localhost:5173'
  const addresses = [testServer().address, beside.address]
  for (const address of addresses) {
    expect(await askPreflight(address, { projectId, origin })).toBeNull()
    expect(await askPreflight(address, { projectId, origin: local })).toBe(local)
  }
  const { data } = await save([` ${origin.toUpperCase()}/ `, origin, 'https://b.example:443'])
  expect(data).toMatchObject({ origins: [origin, 'https://b.example'], revision: 1 })
  for (const address of addresses) {
    await expect.poll(() => askPreflight(address, { projectId, origin })).toBe(origin)
    await expect.poll(() => askPreflight(address, { projectId, origin: local })).toBeNull()
  }
  await save([])
  for (const address of addresses) {
    await expect.poll(() => askPreflight(address, { projectId, origin })).toBeNull()
  }
  const audit = await person.client.call(listAudit, { params, query: { area: 'origins' } })
  expect(audit.entries.map(({ before, after }) => ({ before, after }))).toEqual([
    {
      before: data && { origins: data.origins, allowsLocal: false },
      after: { origins: [], allowsLocal: false },
    },
    {
      before: { origins: [], allowsLocal: true },
      after: { origins: data.origins, allowsLocal: false },
    },
  ])
})

test('rejects a stale revision with 409 and both sides', async () => {
  const { save } = await newFixture()
  await save(['https://first.example'], { ifMatch: 0 } as object)
  const error = await expectApiError(save(['https://second.example'], { ifMatch: 0 } as object))
  expect(error.code).toBe('stale')
  expect(error.details).toMatchObject({
    revision: 1,
    theirs: { origins: ['https://first.example'] },
    yours: { origins: ['https://second.example'] },
  })
})

describe('rejects', () => {
  let fixture: Awaited<ReturnType<typeof newFixture>>
  beforeAll(async () => {
    fixture = await newFixture()
  })

  test.each([
    ['*', /is not an origin such as/],
    ['null', /is not an origin such as/],
    ['https://*', /is not an origin such as/],
    ['https://a.*.example', /is not an origin such as/],
    ['https://a.example/path', /is not an origin such as/],
    ['https://user@a.example', /is not an origin such as/],
    ['file://a', /is not an origin such as/],
    ['app.example.com', /is not an origin such as/],
    ['http://127.1', /Write http:\/\/127\.0\.0\.1 instead/],
    ['https://a.example:99999', /is not a valid address/],
    [
      'https://*.example.com',
      /First create the domain example\.com, or one above it, and prove it/,
    ],
  ])('%s', async (origin, message) => {
    const error = await expectApiError(fixture.save([origin]))
    expect(error.status).toBe(422)
    expect(error.message).toMatch(message)
  })

  test('more than 50 origins', async () => {
    const { save } = fixture
    const origins = Array.from({ length: 51 }, (_, index) => `https://${index}.example.com`)
    expect((await expectApiError(save(origins))).message).toMatch(/at most 50/)
    expect((await save(origins.slice(1))).data.origins).toHaveLength(50)
  })

  test('changes of production by an owner, and another project’s environment', async () => {
    const { save, production } = fixture
    const refused = await expectApiError(save(['https://a.example'], { environmentId: production }))
    expect(refused.status).toBe(403)
    const { dev: theirs } = await newFixture()
    const foreign = await expectApiError(save([], { environmentId: theirs }))
    expect(foreign.message).toBe('environmentId: There is no such environment.')
  })

  test('local pages and wildcards in production', async () => {
    const { save, production, person, params } = await newFixture(theAdmin())
    const domain = `${randomUUID()}.example.com`
    const body = { domain, environment: production }
    await person.client.call(createDomain, { params, body })
    const environmentId = production
    const local = await expectApiError(save([], { environmentId, allowsLocal: true }))
    expect(local.message).toMatch(/Production cannot allow local pages/)
    const wild = await expectApiError(save([`https://*.${domain}`], { environmentId }))
    expect(wild.message).toMatch(/production allows exact origins only/)
    await save([`https://a.${domain}`], { environmentId })
  })
})

test('a wildcard counts only while a domain above it is proved', async () => {
  const { person, projectId, params, dev, save } = await newFixture()
  const domain = `${randomUUID()}.example.com`
  const created = await person.client.call(createDomain, {
    params,
    body: { domain, environment: dev },
  })
  const origin = `https://pull-7.preview.${domain}`
  const { address } = testServer()
  await save([`https://*.preview.${domain}`])
  await expect.poll(() => askPreflight(address, { projectId, origin })).toBe(origin)
  await person.client.call(deleteDomain, { params: { projectId, domainId: created.domain.id } })
  await expect.poll(() => askPreflight(address, { projectId, origin })).toBeNull()
})
