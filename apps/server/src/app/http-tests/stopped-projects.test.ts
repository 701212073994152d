import { type Endpoint, getProject } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { useOf } from '../../foundation/http/access/project-use.ts'
import { checkRoutes, route } from '../../foundation/http/calls/route.ts'
import { routes } from '../startup/routes.ts'
import type { RunningServer } from '../startup/start-server.ts'
import { eventually } from '../testing/eventually.ts'
import { newStaff } from '../testing/people.ts'
import { startBeside } from '../testing/start-beside.ts'
import {
  board,
  STOPPED_CASES,
  type StoppedAnswer,
  type StoppedCase,
  sendCase,
} from './testing/stopped-cases.ts'
import { openStoppedPlace, type StoppedPlace, setAvailability } from './testing/stopped-place.ts'

// A suspended project cannot be archived.
const STOPPED = ['read-only', 'archived', 'suspended'] as const
type Stopped = (typeof STOPPED)[number]
const CODES: Readonly<Record<Stopped, string>> = {
  'read-only': 'project_read_only',
  suspended: 'project_suspended',
  archived: 'project_suspended',
}

const isRefused = (use: StoppedCase['use'], state: Stopped) =>
  use === 'write' || (use === 'read' && state !== 'read-only')

const isRefusal = ({ code }: StoppedAnswer) =>
  code === 'project_read_only' || code === 'project_suspended'

describe.each(['sqlite3', 'postgres'] as const)('a stopped project on %s', (database) => {
  let place: StoppedPlace
  beforeAll(async () => {
    place = await openStoppedPlace(database)
  }, 60_000)

  describe.each(STOPPED)('%s', (state) => {
    beforeAll(() => setAvailability(place, state))
    afterAll(() => setAvailability(place, 'open'))

    const { address } = inject('server')
    const rows = STOPPED_CASES.flatMap((each) => each.who.map((who) => ({ ...each, who })))
    test.each(rows)('$name, $who', async ({ name, use, ...sent }) => {
      const answer = await sendCase(place, { ...sent, address })
      if (isRefused(use, state)) expect(answer).toEqual({ status: 403, code: CODES[state] })
      else expect(isRefusal(answer), JSON.stringify(answer)).toBe(false)
    })
  })

  const transfer = (act: string) => `${inject('server').address}${board(place, `/${act}`)}`
  const bearer = () => ({ authorization: `Bearer ${place.people.owner.token}` })
  const count = async () => {
    const url = `${inject('server').address}${board(place)}&$version=v2&$limit=1`
    const answer = await fetch(url, { headers: bearer() })
    return ((await answer.json()) as { total: number }).total
  }

  test('writes nothing of an import whose body ends after the stop', async () => {
    const before = await count()
    async function* lines() {
      for (let line = 0; line < 2_000; line += 1) yield Buffer.from(`{"text":"early ${line}"}\n`)
      // The server has read the first lines once it answers another call.
      await count()
      await setAvailability(place, 'read-only')
      yield Buffer.from('{"text":"late"}\n')
    }
    const answer = await fetch(transfer('import'), {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/x-ndjson' },
      body: ReadableStream.from(lines()),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'project_read_only' } })
    await setAvailability(place, 'open')
    expect(await count()).toBe(before)
  })

  test('breaks off an export that is still sent when the project is suspended', async () => {
    const text = 'x'.repeat(8_000)
    const rows = Array.from({ length: 4_000 }, () => JSON.stringify({ text }))
    const imported = await fetch(transfer('import'), {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/x-ndjson' },
      body: rows.join('\n'),
    })
    expect(imported.status, await imported.text()).toBe(200)
    const answer = await fetch(`${transfer('export')}&format=json`, { headers: bearer() })
    expect(answer.status).toBe(200)
    await setAvailability(place, 'suspended')
    await expect(answer.text()).rejects.toThrow()
    await setAvailability(place, 'open')
  })

  test('answers every call again once it is open', async () => {
    const { address } = inject('server')
    for (const { name, who, ...sent } of STOPPED_CASES) {
      for (const each of who) {
        const answer = await sendCase(place, { ...sent, who: each, address })
        expect(isRefusal(answer), `${name} as ${each}`).toBe(false)
      }
    }
  })
})

test('only owners and admins change the availability', async () => {
  const place = await openStoppedPlace('sqlite3')
  const change = {
    method: 'PUT',
    path: ({ projectId }: StoppedPlace) => `/api/project/${projectId}/availability`,
    body: () => ({ state: 'open', reason: '' }),
    address: inject('server').address,
  }
  await setAvailability(place, 'suspended')
  const allowed: string[] = []
  for (const who of ['guest', 'user', 'key', 'developer', 'admin'] as const) {
    const { status } = await sendCase(place, { ...change, who })
    if (status === 200) allowed.push(who)
    else expect([401, 403, 404], who).toContain(status)
  }
  expect(allowed).toEqual(['admin'])
})

describe('the calls of staff to a project', () => {
  let place: StoppedPlace
  beforeAll(async () => {
    place = await openStoppedPlace('sqlite3')
  }, 60_000)

  const endpoints = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access, name }) => access.startsWith('project:') && name !== 'deleteProject')
    .filter(({ streams }) => !streams)

  describe.each(STOPPED)('%s', (state) => {
    beforeAll(() => setAvailability(place, state))

    test.each(endpoints)('$method $path ($use)', async (endpoint) => {
      const path = endpoint.path
        .replace('{projectId}', place.projectId)
        .replace(/\{\w+\}/g, 'unknown')
      const answer = await sendCase(place, {
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
  let place: StoppedPlace
  beforeAll(async () => {
    ;[second, place] = await Promise.all([startBeside(), openStoppedPlace('postgres')])
  }, 60_000)
  afterAll(() => second.stop())

  const list = { method: 'GET', path: board }

  test.each(['suspended', 'open', 'archived', 'open'] as const)(
    'applies %s within a second of the answer',
    async (state) => {
      const code = state === 'open' ? undefined : CODES[state]
      // Its cache is warm before the change.
      await sendCase(place, { ...list, who: 'guest', address: second.address })
      await setAvailability(place, state)
      const start = performance.now()
      await eventually(async () => {
        const answer = await sendCase(place, { ...list, who: 'guest', address: second.address })
        return answer.code === code && answer
      })
      expect(performance.now() - start).toBeLessThan(1_000)
    },
  )
})
