import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import {
  createDomain,
  deleteDomain,
  getProject,
  listDomains,
  listEnvironments,
  proveDomain,
} from '@plinth/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { eventually } from '../../app/testing/eventually.ts'
import {
  clientOf,
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { checkWaitingDomains } from './check-waiting-domains.ts'
import { freshHost, isServed, openDomainPlace } from './testing/domain-place.ts'
import { openDns, type TestDns } from './testing/start-dns.ts'

let dns: TestDns
let byTxt: RunningServer
let byAdmin: RunningServer
let off: RunningServer

beforeAll(async () => {
  dns = await openDns()
  const PLINTH_DNS_SERVERS = dns.address
  byTxt = await startBeside({ PLINTH_DOMAIN_PROOF: 'txt', PLINTH_DNS_SERVERS })
  byAdmin = await startBeside({ PLINTH_DOMAIN_PROOF: 'admin', PLINTH_DNS_SERVERS })
  off = await startBeside({ PLINTH_DOMAIN_PROOF: 'off', PLINTH_DNS_SERVERS })
})
afterAll(async () => {
  for (const server of [byTxt, byAdmin, off]) await server.stop()
  await dns.stop()
})
beforeEach(() => dns.serve({}))

describe('by TXT record', () => {
  test('a domain counts in every process once its record is seen', async () => {
    const place = await openDomainPlace(byTxt)
    const host = freshHost()
    const domain = await place.create(host)
    expect(domain).toMatchObject({
      proved: false,
      problem: `There is no TXT record _plinth.${host} yet.`,
      record: { name: `_plinth.${host}`, value: `project=${place.projectId}` },
    })
    expect([await isServed(byTxt, host), await isServed(off, host)]).toEqual([false, false])
    await dns.serve(place.record(host))
    expect(await place.prove(domain)).toMatchObject({ proved: true, problem: '', record: null })
    await eventually(() => isServed(byTxt, host))
    await eventually(() => isServed(off, host))
  })

  test('a record that was published before lets the domain count at once', async () => {
    const place = await openDomainPlace(byTxt)
    const host = freshHost()
    await dns.serve(place.record(host))
    expect(await place.create(host)).toMatchObject({ proved: true, record: null })
    expect(await isServed(byTxt, host)).toBe(true)
  })

  test("another project's record proves nothing", async () => {
    const [mine, theirs] = [await openDomainPlace(byTxt), await openDomainPlace(byTxt)]
    const host = freshHost()
    await dns.serve(theirs.record(host))
    const problem = `The TXT record _plinth.${host} has another value.`
    expect(await mine.create(host)).toMatchObject({ proved: false, problem })
  })

  test('a waiting domain does not reserve its host name for anyone', async () => {
    const [squatter, owner] = [await openDomainPlace(byTxt), await openDomainPlace(byTxt)]
    const host = freshHost()
    const squatted = await squatter.create(host)
    await dns.serve(owner.record(host))
    expect(await owner.create(host)).toMatchObject({ proved: true })
    await dns.serve(squatter.record(host))
    const error = await expectApiError(squatter.prove(squatted))
    expect(error).toMatchObject({ code: 'conflict', message: 'This domain is in use already.' })
    expect((await expectApiError(squatter.create(host))).code).toBe('conflict')
    const third = await openDomainPlace(byTxt)
    expect((await expectApiError(third.create(host))).code).toBe('conflict')
  })

  test('a DNS failure proves nothing and switches nothing off', async () => {
    const place = await openDomainPlace(byTxt)
    const [proved, waiting] = [freshHost(), freshHost()]
    await dns.serve(place.record(proved))
    const domain = await place.create(proved)
    await dns.stop()
    const problem = `The DNS server gave no answer for _plinth.${waiting}. It will be asked again.`
    expect(await place.create(waiting)).toMatchObject({ proved: false, problem })
    expect(await place.prove(domain)).toMatchObject({ proved: true })
    const body = { domain: proved, environment: place.environment }
    expect(await place.update(domain, body)).toMatchObject({ proved: true, revision: 2 })
    await checkWaitingDomains(byTxt.context)
    expect(await isServed(byTxt, proved)).toBe(true)
    // Neither does a record that was removed.
    await dns.serve({})
    expect(await place.prove(domain)).toMatchObject({ proved: true })
    await checkWaitingDomains(byTxt.context)
    expect(await isServed(byTxt, proved)).toBe(true)
  })

  test('another host name needs its own proof', async () => {
    const place = await openDomainPlace(byTxt)
    const [host, other] = [freshHost(), freshHost()]
    await dns.serve(place.record(host))
    const domain = await place.create(host)
    const { environment } = place
    const changed = await place.update(domain, { domain: other, environment })
    expect(changed).toMatchObject({ proved: false, record: { name: `_plinth.${other}` } })
    await eventually(async () => !(await isServed(byTxt, host)))
    const back = await place.update(changed, { domain: host, environment })
    expect(back).toMatchObject({ proved: true, problem: '' })
  })

  test('waiting domains are checked in the background, with an audit entry', async () => {
    const place = await openDomainPlace(byTxt)
    const host = freshHost()
    const { id } = await place.create(host)
    await dns.serve(place.record(host))
    await checkWaitingDomains(byTxt.context)
    expect(await place.list()).toMatchObject([{ proved: false }])
    await withPlatform((on) =>
      on.query(`update domain set checked_at = now() - interval '6 minutes' where id = $1`, [id]),
    )
    await checkWaitingDomains(byTxt.context)
    expect(await place.list()).toMatchObject([{ proved: true, problem: '' }])
    const audit = await withPlatform((on) =>
      on.query('select action, staff_id from audit where entity_id = $1 order by id', [id]),
    )
    expect(audit.rows).toEqual([
      { action: 'created', staff_id: place.person.id },
      { action: 'proved', staff_id: null },
    ])
  })

  test.each(['localhost', 'test', 'internal', 'home.arpa'])(
    'names below %s count at once',
    async (tail) => {
      const place = await openDomainPlace(byTxt)
      const host = `${randomUUID()}.${tail}`
      expect(await place.create(host)).toMatchObject({ proved: true, record: null })
      expect(await isServed(byTxt, host)).toBe(true)
    },
  )

  test.each(['localhost.example.com', 'my-test', 'x.test.example.com', 'home.arpa.example.com'])(
    '%s is no such name',
    async (tail) => {
      const place = await openDomainPlace(byTxt)
      expect(await place.create(`${randomUUID()}.${tail}`)).toMatchObject({ proved: false })
    },
  )

  test('a domain from before the setting counts', async () => {
    const before = await openDomainPlace(off)
    const host = freshHost()
    await before.create(host)
    expect(await isServed(byTxt, host)).toBe(true)
  })
})

describe('by an admin', () => {
  test("a developer's domain waits until an admin confirms it", async () => {
    const place = await openDomainPlace(byAdmin)
    const host = freshHost()
    const domain = await place.create(host)
    const problem = 'An admin must confirm this domain.'
    expect(domain).toMatchObject({ proved: false, problem, record: null })
    expect((await expectApiError(place.prove(domain))).code).toBe('forbidden')
    expect(await isServed(byAdmin, host)).toBe(false)
    const admin = clientOf((await theAdmin()).token, byAdmin.address)
    const params = { projectId: place.projectId, domainId: domain.id }
    const answer = await admin.call(proveDomain, { params })
    expect(answer.domain).toMatchObject({ proved: true })
    await eventually(() => isServed(byAdmin, host))
  })

  test("an admin's own domain counts at once", async () => {
    const place = await openDomainPlace(byAdmin, theAdmin())
    expect(await place.create(freshHost())).toMatchObject({ proved: true })
  })
})

describe('refusals', () => {
  test('strangers do not find the domain, developers do not prove one of production', async () => {
    const admin: Person = await theAdmin()
    const projectId = await newProject(admin)
    const params = { projectId }
    const client = clientOf(admin.token, byTxt.address)
    const { environments } = await client.call(listEnvironments, { params })
    const environment = environments.find(({ name }) => name === 'production')?.id ?? ''
    const body = { domain: freshHost(), environment }
    const { domain } = await client.call(createDomain, { params, body })
    const [stranger, developer] = [await newStaff(), await newStaff()]
    await join(developer, { projectId, role: 'developer' })
    const prove = ({ token }: Person) =>
      clientOf(token, byTxt.address).call(proveDomain, {
        params: { projectId, domainId: domain.id },
      })
    expect((await expectApiError(prove(stranger))).status).toBe(404)
    expect((await expectApiError(prove(developer))).code).toBe('forbidden')
  })

  test("the installation's own host names are no domains", async () => {
    const server = await startBeside({
      PLINTH_DOMAIN_PROOF: 'off',
      PLINTH_BASE_URL: 'https://console.example.com',
      FILES_BASE_URL: 'https://files.example.com',
    })
    const place = await openDomainPlace(server)
    for (const host of ['console.example.com', 'files.example.com']) {
      expect((await expectApiError(place.create(host))).details).toMatchObject([{ path: 'domain' }])
    }
    await server.stop()
  })
})

test('a restore keeps the proof of its own project and gives none to a new one', async () => {
  const place = await openDomainPlace(byTxt)
  const host = freshHost()
  await dns.serve(place.record(host))
  const { id } = await place.create(host)
  const { person, projectId } = place
  const folder = await mkdtemp(joinPath(tmpdir(), 'plinth-domains-'))
  const file = joinPath(folder, 'a.plinth')
  // The command has the default setting.
  const backup = await plinth('backup', '--project', projectId, '--out', file)
  expect(backup, backup.said).toMatchObject({ code: 0 })
  const { projectData } = await person.client.call(getProject, { params: { projectId } })
  const into = ['--into', projectId, '--environment', 'dev', '--confirm', projectData.name]
  const over = await plinth('restore', '--in', file, ...into)
  expect(over, over.said).toMatchObject({ code: 0 })
  const [restored] = await place.list()
  expect(restored).toMatchObject({ domain_name: host, proved: true })
  expect(restored?.id).not.toBe(id)

  await person.client.call(deleteDomain, { params: { projectId, domainId: restored?.id ?? '' } })
  const made = await plinth('restore', '--in', file, '--name', `Copy ${randomUUID()}`)
  await rm(folder, { recursive: true })
  const copyId = /Restored: (prj_\w+)/.exec(made.said)?.[1] ?? ''
  const { client } = await theAdmin()
  const { domains } = await client.call(listDomains, { params: { projectId: copyId } })
  expect(domains).toMatchObject([{ domain_name: host, proved: false }])
})
