import { randomUUID } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { type Library, openLibrary } from '../testing/shelf.ts'

const BURST = 10
let server: RunningServer
beforeAll(async () => {
  // The rows of SQLite projects are in the folder of the shared server.
  const { dataDir } = inject('server')
  const own = join(dataDir, randomUUID())
  await mkdir(own)
  await symlink(join(dataDir, 'projects'), join(own, 'projects'))
  server = await startBeside({
    PLINTH_DATA_DIR: own,
    PLINTH_DATA_RATE: '1',
    PLINTH_DATA_BURST: String(BURST),
  })
})
afterAll(() => server.stop())

async function list({ projectId }: Library, token: string): Promise<Response> {
  const answer = await fetch(`${server.address}/api/data/book?$projectId=${projectId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.text()
  return answer
}

describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  let hostile: Library
  let quiet: Library
  beforeAll(async () => {
    ;[hostile, quiet] = [await openLibrary(database), await openLibrary(database)]
  })

  test('says what is left of the limit', async () => {
    const { headers, status } = await list(quiet, quiet.ann.token)
    expect(status).toBe(200)
    expect(headers.get('ratelimit-limit')).toBe(String(BURST))
    expect(headers.get('ratelimit-policy')).toBe(`${BURST};w=10`)
    expect(headers.get('ratelimit-remaining')).toBe(String(BURST - 1))
    expect(headers.get('ratelimit-reset')).toBe('1')
  })

  test('refuses requests over the limit with 429, and none of another project or of staff', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * BURST }, () => list(hostile, hostile.ann.token)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(BURST)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(refused[0]?.headers.get('ratelimit-remaining')).toBe('0')
    expect((await list(quiet, quiet.ann.token)).status).toBe(200)
    expect((await list(hostile, hostile.owner.token)).status).toBe(200)
  })

  test('counts requests for the own account', async () => {
    const headers = { authorization: `Bearer ${hostile.bob.token}` }
    const me = async () => (await fetch(`${server.address}/auth/me`, { headers })).status
    const answers = await Promise.all(Array.from({ length: 2 * BURST }, me))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(BURST)
  })

  test('holds a refusal back, so that repeating it at once takes little time', async () => {
    const timed = async () => {
      const since = performance.now()
      const { status } = await list(hostile, hostile.ann.token)
      return { status, ms: performance.now() - since }
    }
    const answers = await Promise.all(Array.from({ length: 2 * BURST }, timed))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Math.min(...refused.map(({ ms }) => ms))).toBeGreaterThanOrEqual(490)
  })
})

test('gives project ids that do not exist one limit together', async () => {
  const invent = async () => {
    const projectId = newId('prj')
    const answer = await fetch(`${server.address}/api/data/book?$projectId=${projectId}`)
    return { status: answer.status, body: await answer.text() }
  }
  const answers = await Promise.all(Array.from({ length: 3 * BURST }, invent))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(BURST)
  expect(answers.find(({ status }) => status === 404)?.body).toContain('not_found')
})
