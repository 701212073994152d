import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { getHealth } from '@plinth/contract'
import { afterEach, expect, inject, test } from 'vitest'
import type { RunningServer } from '../startup/start-server.ts'
import { newStaff, theAdmin } from '../testing/people.ts'
import { startBeside } from '../testing/start-beside.ts'

const DEAD = 'http://127.0.0.1:9'
let running: RunningServer | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})

interface Ready {
  status: string
  parts: { name: string; ready: boolean; required: boolean; reason?: string }[]
}

async function readinessWith(settings: Record<string, string>) {
  running = await startBeside(settings)
  const answer = await fetch(`${running.address}/health/ready`)
  const body = (await answer.json()) as Ready
  const failing = body.parts?.filter(({ ready }) => !ready)
  return { code: answer.status, status: body.status, failing }
}

test.each<[string, Record<string, string>, [string, string][]]>([
  ['nothing fails', {}, []],
  [
    'the durable runtime is down',
    { RESTATE_INGRESS_URL: DEAD, RESTATE_ADMIN_URL: DEAD },
    [
      ['durable runtime', 'does not answer'],
      ['workers', 'does not answer'],
    ],
  ],
  [
    "a region's cluster is down",
    { PLINTH_DATA_DATABASES: 'aws-us-east-2=postgres://user@127.0.0.1:9/none' },
    [['data databases (aws-us-east-2)', 'does not answer']],
  ],
  [
    'more streams are allowed than files',
    { PLINTH_LIVE_CONNECTIONS: '1000000' },
    [['open files', 'are limited to fewer than the streams of changes need']],
  ],
  ['the disk is nearly full', { PLINTH_MIN_FREE_MB: '10000000' }, [['disk', 'is nearly full']]],
])('a data process is ready when %s', async (_name, settings, expected) => {
  const { code, status, failing } = await readinessWith({ PLINTH_ROLES: 'data', ...settings })
  expect(code).toBe(200)
  expect(status).toBe(expected.length === 0 ? 'ready' : 'degraded')
  expect(failing?.map(({ name, reason }) => [name, reason])).toEqual(expected)
})

test('health with versions, jobs and queues is for admins only', async () => {
  const { address } = inject('server')
  const as = (token?: string) =>
    fetch(`${address}/health`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  expect((await as()).status).toBe(401)
  expect((await as((await newStaff()).token)).status).toBe(403)
  const answer = await as((await theAdmin()).token)
  expect(answer.status).toBe(200)
  const health = getHealth.answer.parse(await answer.json())
  expect(health).toMatchObject({ status: 'ready', roles: ['api', 'data', 'worker'] })
  const versions = health.parts.flatMap((part) => part.version ?? [])
  expect(versions).toEqual([
    expect.stringMatching(/^PostgreSQL \d+/),
    expect.stringMatching(/^PostgreSQL \d+/),
    expect.stringMatching(/^Restate \d+/),
  ])
  expect(health.workers).toEqual([
    { version: '2', url: expect.stringMatching(/^http:/), drained: false },
  ])
  expect(health.jobs.map(({ name }) => name)).toContain('worker-registration')
  expect(health.queues.map(({ name }) => name)).toEqual([
    'backups',
    'outbox',
    'queued runs',
    'tasks',
  ])
})

test.each(['/healthz', '/metrics', '/ready', `/${randomUUID()}`])(
  '%s is no page of the console unless the caller asks for HTML',
  async (path) => {
    const { address } = inject('server')
    const probe = await fetch(`${address}${path}`)
    expect(probe.status).toBe(404)
    expect(probe.headers.get('content-type')).toContain('application/json')
    const browser = await fetch(`${address}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(browser.status).not.toBe(404)
  },
)

/** One request on a connection that the agent keeps. */
function ask(url: string, agent: Agent): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume().once('end', () => {
        const { connection = '' } = answer.headers
        resolve({ status: answer.statusCode ?? 0, connection })
      })
    })
      .once('error', reject)
      .end()
  })
}

test('a stopping process fails its readiness, answers requests and closes their connections', async () => {
  const server = await startBeside({ PLINTH_DRAIN_SECONDS: '1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const live = `${server.address}/health/live`
  expect(await ask(live, agent)).toEqual({ status: 200, connection: 'keep-alive' })
  const stopped = server.stop()
  const ready = await fetch(`${server.address}/health/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ error: { details: { status: 'stopping' } } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(live, agent)))
  for (const answer of answers) expect(answer).toEqual({ status: 200, connection: 'close' })
  await stopped
  await expect(ask(live, agent)).rejects.toThrow('ECONNREFUSED')
})
