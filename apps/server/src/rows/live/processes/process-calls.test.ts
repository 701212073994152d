import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../../app/startup/start-server.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'
import { fixedKeys } from '../../../foundation/secrets/key-ring.ts'
import { type LivePlace, livePlace, NOTES } from '../testing/live-place.ts'
import { ConnectionIds } from './connection-ids.ts'

let place: LivePlace
let beside: RunningServer
beforeAll(async () => {
  place = await livePlace('postgres', [NOTES])
  beside = await startBeside()
})
afterAll(() => beside.stop())

/** Opens a stream at a process, which is not the one that gets its changes. */
async function connect(token: string | undefined, { address }: RunningServer = beside) {
  const stream = await place.open({ token, address })
  return { ...stream, connectionId: (await stream.next('open')).data.connectionId as string }
}

const change = async (token: string | undefined, connectionId: string) => {
  const { status, body } = await place.change(token, { connectionId, unsubscribe: ['none'] })
  return { status, message: body.error?.message as string | undefined }
}

const several = <Result>(count: number, make: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

test('no process is asked for an invented id, or for that of another caller', async () => {
  const [ann, bob] = [await place.newUser(), await place.newUser()]
  const stream = await connect(ann.token)
  const [process = '', random = '', signature = ''] = stream.connectionId.split('.')
  const newRandom = () => randomBytes(16).toString('base64url')
  const invented = [
    `${process}.${newRandom()}.${signature}`,
    `${'0'.repeat(16)}.${random}.${signature}`,
    `${process}.${random}.${newRandom()}`,
    `${process}.${random}`,
    `${'0'.repeat(16)}.${'0'.repeat(32)}`,
  ]
  // If a process were asked, only fifty could wait, and others would be refused for three seconds.
  const answers = await several(200, (at) =>
    change(at % 2 ? ann.token : undefined, invented[at % invented.length] ?? ''),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  const ofBob = await several(60, () => change(bob.token, stream.connectionId))
  expect(new Set(ofBob.map(({ status }) => status))).toEqual(new Set([404]))
  expect((await change(ann.token, stream.connectionId)).status).toBe(202)
  stream.close()
})

test('calls to a process that has ended hold up neither other callers nor other processes', async () => {
  const ended = await startBeside()
  const users = await several(3, () => place.newUser())
  const streams = await several(3, (at) => connect(users[at]?.token, ended))
  const bob = await place.newUser()
  const live = await connect(bob.token)
  await ended.stop()
  const calls = Array.from({ length: 90 }, (_, at) =>
    change(users[at % 3]?.token, streams[at % 3]?.connectionId ?? ''),
  )
  expect((await Promise.race(calls)).status).toBe(429)
  const changed = change(bob.token, live.connectionId)
  expect(await Promise.race([Promise.all(calls), changed])).toMatchObject({ status: 202 })
  const answers = await Promise.all(calls)
  const countOf = (wanted: number, from = answers) =>
    from.filter(({ status }) => status === wanted).length
  expect([countOf(404), countOf(429)]).toEqual([50, 40])
  for (const user of users.keys()) {
    const own = answers.filter((_, at) => at % 3 === user)
    expect(countOf(404, own)).toBeLessThanOrEqual(20)
  }
  for (const stream of [...streams, live]) stream.close()
})

test('ids of connections belong to a caller, an environment and an installation', () => {
  const owner = { environmentId: 'env_a', identity: 'user a' }
  const ids = new ConnectionIds(fixedKeys(['old']))
  const id = ids.print(owner)
  expect(id.length).toBeLessThanOrEqual(80)
  expect(ids.print(owner)).not.toBe(id)
  expect(ids.processOf(owner, id)).toBe(ids.processId)
  expect(ids.processOf({ ...owner, identity: 'user b' }, id)).toBeUndefined()
  expect(ids.processOf({ ...owner, environmentId: 'env_b' }, id)).toBeUndefined()
  expect(new ConnectionIds(fixedKeys(['new'])).processOf(owner, id)).toBeUndefined()
})

test('ids of connections are verified during a rotation, by processes that know its key already or not yet', () => {
  const owner = { environmentId: 'env_a', identity: 'guest' }
  let keys = ['old']
  let isChanged = false
  const readChange = () => {
    const was = isChanged
    isChanged = false
    return was
  }
  const late = new ConnectionIds({ keys: () => keys, refresh: readChange })
  const before = late.print(owner)
  const early = new ConnectionIds(fixedKeys(['new', 'old']))
  expect(early.processOf(owner, before)).toBe(late.processId)
  keys = ['new', 'old']
  isChanged = true
  expect(late.processOf(owner, early.print(owner))).toBe(early.processId)
  keys = ['newest']
  isChanged = true
  const newest = new ConnectionIds(fixedKeys(['newest']))
  expect(newest.processOf(owner, late.print(owner))).toBe(late.processId)
})
