import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { dropDatabase } from '../platform/testing/drop-database.ts'
import { notify, openPubSub, type PubSub } from './pubsub.ts'

const log = pino({ level: 'silent' })
const CHANNELS = ['first', 'second', 'third']

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

let hub: PubSub
afterEach(() => hub.close())

async function readListeners(): Promise<number[]> {
  const { rows } = await own.db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'plinth-listen'`,
  )
  return rows.map(({ pid }) => pid)
}
const terminate = async () => {
  for (const pid of await readListeners()) {
    await own.db.pool.query('select pg_terminate_backend($1)', [pid])
  }
}
const send = (channel: string, payload: string) =>
  own.db.pool.query('select pg_notify($1, $2)', [channel, payload])

/** Subscribes to a channel and records what arrives. */
async function record(channel: string) {
  const heard: (string | boolean)[] = []
  const subscription = await hub.listen(channel, {
    onNotify: (payload) => heard.push(payload),
    onGap: (isListening) => heard.push(isListening),
  })
  return { heard, subscription }
}

test('listens to all channels and topics over one connection, and each gets its own', async () => {
  hub = openPubSub({ url: own.url, log })
  const topic = hub.watch('topic')
  const records = await Promise.all([...CHANNELS, 'first'].map(record))
  expect(await readListeners()).toHaveLength(1)
  for (const channel of CHANNELS) await send(channel, `to ${channel}`)
  await eventually(async () => records.every(({ heard }) => heard.length === 2))
  expect(records.map(({ heard }) => heard)).toEqual(
    [...CHANNELS, 'first'].map((channel) => [true, `to ${channel}`]),
  )
  expect(records.every(({ subscription }) => subscription.isListening())).toBe(true)
  await topic.next(0)
  let isNotified = false
  const waiting = topic.next(10_000).then(() => {
    isNotified = true
  })
  await notify(own.db, 'other topic')
  await send('first', 'last')
  await eventually(async () => records[0]?.heard.includes('last'))
  expect(isNotified).toBe(false)
  await notify(own.db, 'topic')
  await waiting
  topic.close()
})

test('reports the gap of a killed connection to every subscriber, and they get later notifications', async () => {
  hub = openPubSub({ url: own.url, log })
  const records = await Promise.all(CHANNELS.map(record))
  let wakes = 0
  const topic = hub.subscribe('topic', () => {
    wakes += 1
  })
  await eventually(async () => wakes === 1)
  await terminate()
  await eventually(async () => records.every(({ heard }) => heard.at(-1) === false))
  expect(records.some(({ subscription }) => subscription.isListening())).toBe(false)
  // A subscriber of a topic queries the database, so it is notified when the connection is back.
  expect(wakes).toBe(1)
  await send('first', 'missed')
  await eventually(async () => records.every(({ subscription }) => subscription.isListening()))
  expect(wakes).toBe(2)
  for (const channel of CHANNELS) await send(channel, 'after')
  await notify(own.db, 'topic')
  await eventually(
    async () => wakes === 3 && records.every(({ heard }) => heard.at(-1) === 'after'),
  )
  expect(records.map(({ heard }) => heard)).toEqual(
    CHANNELS.map(() => [true, false, true, 'after']),
  )
  expect(await readListeners()).toHaveLength(1)
  topic.close()
})

test('a channel that is added while the connection is lost is listened to after the reconnect', async () => {
  hub = openPubSub({ url: own.url, log })
  const { subscription } = await record('first')
  await terminate()
  await eventually(async () => !subscription.isListening())
  const added = await record('second')
  expect([added.heard, added.subscription.isListening()]).toEqual([[], false])
  await eventually(async () => added.subscription.isListening())
  await send('second', 'after')
  await eventually(async () => added.heard.length === 2)
  expect(added.heard).toEqual([true, 'after'])
})

test('opens without a database, retries with growing pauses, and listens once it is there', async () => {
  const warnings: { attempt: number; retryMs: number }[] = []
  const name = `late_${process.pid}`
  const url = new URL(own.url)
  url.pathname = `/${name}`
  hub = openPubSub({
    url: url.href,
    log: { warn: (fields: never) => warnings.push(fields) } as never,
  })
  const { subscription } = await record('first')
  expect(subscription.isListening()).toBe(false)
  await eventually(async () => warnings.length >= 2)
  expect(warnings.slice(0, 2)).toMatchObject([
    { attempt: 1, retryMs: 500 },
    { attempt: 2, retryMs: 1_000 },
  ])
  await own.db.pool.query(`create database ${name}`)
  await eventually(async () => subscription.isListening())
  await hub.close()
  await dropDatabase(own.db.pool, name)
})

test('a closed subscription gets nothing, and a closed hub leaves no connection and no pending wait', async () => {
  hub = openPubSub({ url: own.url, log })
  const { heard, subscription } = await record('first')
  const other = await record('first')
  subscription.close()
  await send('first', 'payload')
  await eventually(async () => other.heard.includes('payload'))
  expect(heard).toEqual([true])
  const watch = hub.watch('topic')
  await watch.next(10_000)
  const waiting = watch.next(60_000)
  await hub.close()
  await waiting
  await eventually(async () => (await readListeners()).length === 0)
})
