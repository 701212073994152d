import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newProject, newStaff, withPlatform } from '../../app/testing/people.ts'
import { fixedKeys } from '../secrets/key-ring.ts'
import { openCallSigner } from './call-signer.ts'
import {
  callHandler,
  type ListedHandler,
  listHandlers,
  pathOf,
  signCall,
  type TestCall,
} from './testing/durable-handlers.ts'
import { serverSigner } from './testing/server-signer.ts'

const MINUTE_MS = 60_000
/** Not the servers' account, which is `postgres` or `nobody` if the product runs as root. */
const STRANGER = 54_321

const handlers = await listHandlers()
const named = handlers.map((one): [string, ListedHandler] => [`${one.service}/${one.handler}`, one])
const signer = serverSigner()
const stranger = openCallSigner(fixedKeys(['the key of another installation, long enough']))

let projectId = ''
beforeAll(async () => {
  projectId = await newProject(await newStaff())
})
afterEach(() => vi.useRealTimers())

/** A call that would change the live project if it were accepted. */
const callOf = ({ service, handler, isKeyed }: ListedHandler): TestCall => ({
  service,
  handler,
  key: isKeyed ? projectId : undefined,
  body: service.includes('Handover') ? [] : { taskId: '1', runId: 'run_none' },
})

function signAt(call: TestCall, ms: number): string {
  vi.useFakeTimers({ toFake: ['Date'], now: ms })
  try {
    return signCall(signer, call)
  } finally {
    vi.useRealTimers()
  }
}

const snapshot = () =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `select project.state, project.deleted_at, placement.* from project
         join environment on environment.project_id = project.id
         join placement on placement.environment_id = environment.id
       where project.id = $1 order by environment.name`,
      [projectId],
    )
    return rows
  })

test('the product has registered its handlers', () => {
  expect(named.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'plinthTasks1/removeProject',
      'plinthRuns1/run',
      'plinthSchedules1/set',
    ]),
  )
})

const forgeries: [string, (call: TestCall) => string | undefined][] = [
  ['without a signature', () => undefined],
  ['with a signature that is none', () => '1.1.no'],
  ['signed by another installation', (call) => signCall(stranger, call)],
  ['signed for another service', (call) => signCall(signer, { ...call, service: 'plinthOther' })],
  ['signed for another key', (call) => signCall(signer, { ...call, key: 'another' })],
  ['signed for another handler', (call) => signCall(signer, { ...call, handler: 'another' })],
  ['signed for another body', (call) => signCall(signer, { ...call, body: { taskId: '2' } })],
  ['signed ten minutes ago', (call) => signAt(call, Date.now() - 10 * MINUTE_MS)],
  ['signed ten minutes ahead', (call) => signAt(call, Date.now() + 10 * MINUTE_MS)],
]

describe.each(named.filter(([, { isPublic }]) => isPublic))('%s', (_, handler) => {
  test.each(forgeries)('rejects a call %s', async (_name, forge) => {
    const before = await snapshot()
    const call = callOf(handler)
    const answer = await callHandler(call, forge(call))
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('did not make this call'),
    })
    expect(await snapshot()).toEqual(before)
  })
})

describe.each(named.filter(([, { isPublic }]) => !isPublic))('%s', (_, handler) => {
  test('cannot be called through the ingress, signed or not', async () => {
    const call = callOf(handler)
    for (const signature of [undefined, signCall(signer, call)]) {
      const { status, text } = await callHandler(call, signature)
      expect([status, text]).toEqual([400, expect.stringContaining('not public')])
    }
  })
})

test('does not dispatch to a handler that is not a target of the outbox, even if signed', async () => {
  const target = { service: 'plinthSchedules1', method: 'fire', key: 'wfl/node', body: {} }
  const call = { service: 'plinthDispatch1', handler: 'dispatch', key: 'all', body: [target] }
  expect(await callHandler(call, signCall(signer, call))).toMatchObject({ status: 400 })
})

test('the handler rejects a signed call that is dispatched with another body', async () => {
  const idempotencyKey = `forged-${projectId}`
  const task = { service: 'plinthTasks1', handler: 'removeProject', key: projectId }
  const signature = signCall(signer, { ...task, body: { taskId: '1' } })
  const { handler: method, ...rest } = task
  const target = { ...rest, method, body: { taskId: '2' }, idempotencyKey, signature }
  const call = { service: 'plinthDispatch1', handler: 'dispatch', key: 'all', body: [target] }
  expect((await callHandler(call, signCall(signer, call))).status).toBe(200)
  const attached = await callHandler({ ...task, body: { taskId: '2' }, idempotencyKey })
  expect(attached).toMatchObject({ status: 403 })
})

describe.runIf(process.getuid?.() === 0)('another account of the machine', () => {
  const tryAll = `
    const [list] = process.argv.slice(1)
    const { request } = require('node:http')
    const one = ([socketPath, path]) => new Promise((resolve) => {
      const sent = request({ socketPath, path, method: 'POST' }, ({ statusCode }) => resolve(statusCode))
      sent.once('error', ({ code }) => resolve(code)).end('{"taskId":"0"}')
    })
    Promise.all(JSON.parse(list).map(one)).then((all) => {
      console.log(JSON.stringify(all))
      process.exit()
    })`

  test('reaches no handler, and not the admin socket', async () => {
    const { ingressUrl, adminUrl } = inject('server')
    const socketOf = (address: string) => address.slice('unix:'.length)
    const list = [
      ...handlers.map((one) => [socketOf(ingressUrl), `/${pathOf(callOf(one))}`]),
      [socketOf(adminUrl), '/query'],
    ]
    const run = (account: object) =>
      promisify(execFile)(process.execPath, ['-e', tryAll, JSON.stringify(list)], {
        cwd: '/',
        ...account,
      })
    const refused = await run({ uid: STRANGER, gid: STRANGER })
    expect(new Set(JSON.parse(refused.stdout))).toEqual(new Set(['EACCES']))
    // The same attempt by the server's own account reaches the handlers, which reject it.
    const own = JSON.parse((await run({})).stdout) as unknown[]
    expect(own.every((status) => typeof status === 'number' && status >= 400)).toBe(true)
  })
})
