import { pino } from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff } from '../../app/testing/people.ts'
import { openDatabase } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { openDurable } from './open-durable.ts'
import { listOpenTasks } from './open-task-store.ts'
import { addToOutbox, type TaskTopic } from './outbox-store.ts'
import { requeueLostTasks } from './requeue-lost-tasks.ts'
import { serverSigner } from './testing/server-signer.ts'

const { databaseUrl, ...urls } = inject('server')
const log = pino({ level: 'silent' })
const db = openDatabase({ url: databaseUrl, maxConnections: 4, onError: () => undefined })
const durable = openDurable({ db, log, urls, signer: serverSigner(), relay: false })
afterAll(() => db.close())

const openOf = (key: string) =>
  db.query<{ id: string }>(sql`select id::text from open_task where key = ${key}`)

/** Adds a task that was enqueued some time ago and that Restate does not know. */
async function lose(task: { topic: TaskTopic; key: string; hoursAgo?: number }): Promise<void> {
  const { topic, key, hoursAgo = 0 } = task
  await db.query(sql`insert into open_task (id, topic, key, enqueued_at)
    values (nextval(pg_get_serial_sequence('outbox', 'id')), ${topic}, ${key},
      now() - make_interval(hours => ${hoursAgo}, mins => 5))`)
}

const lookTwice = async () => {
  const parts = { db, durable, log }
  await requeueLostTasks(parts, await requeueLostTasks(parts, new Set()))
}

test('a task that is done is no longer on record', async () => {
  const projectId = await newProject(await newStaff())
  expect(await eventually(async () => (await openOf(projectId)).length === 0)).toBe(true)
})

test('a project is provisioned although Restate lost its data meanwhile', async () => {
  const projectId = await newProject(await newStaff())
  await db.query(sql`update project set state = 'provisioning' where id = ${projectId}`)
  await lose({ topic: 'provisionProject', key: projectId })
  await lookTwice()
  await eventually(async () => {
    const [row] = await db.query<{ state: string }>(
      sql`select state from project where id = ${projectId}`,
    )
    return row?.state === 'ready' && (await openOf(projectId)).length === 0
  }, 30_000)
})

test('a project is removed although Restate lost its data meanwhile', async () => {
  const projectId = await newProject(await newStaff())
  await db.query(
    sql`update project set deleted_at = now(), erased_at = now() where id = ${projectId}`,
  )
  await lose({ topic: 'removeProject', key: projectId })
  await lookTwice()
  const isGone = async () =>
    (await db.query(sql`select from project where id = ${projectId}`)).length === 0
  await eventually(isGone, 30_000)
})

test('does not requeue tasks that were missing only once or that Restate still has', async () => {
  const key = `env_missed_${process.pid}`
  await lose({ topic: 'watchRows', key })
  const parts = { db, durable, log }
  expect((await requeueLostTasks(parts, new Set())).size).toBeGreaterThan(0)
  expect(await openOf(key)).toHaveLength(1)
  await db.query(sql`delete from open_task where key = ${key}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const isHeld = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow = `env_slow_${process.pid}`
  const holding = db.transaction(async (transaction) => {
    await transaction.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`watch ${slow}`}, 7234503))`,
    )
    begun()
    await held
  })
  await isHeld
  const { id } = await db.transaction((transaction) =>
    addToOutbox(transaction, { topic: 'watchRows', key: slow }),
  )
  await eventually(async () => (await durable.tasksUnderWay()).has(id), 30_000)
  await db.query(
    sql`update open_task set enqueued_at = now() - interval '5 minutes' where key = ${slow}`,
  )
  await lookTwice()
  expect(await openOf(slow)).toEqual([{ id }])
  release()
  await holding
  await eventually(async () => (await openOf(slow)).length === 0, 30_000)
})

test.each<[string, TaskTopic]>([
  ['a password link', 'sendPasswordReset'],
  ['a link of an app', 'sendAppMail'],
  ['a code of an app', 'sendCodeMail'],
])('%s that was not sent within an hour is dropped', async (_, topic) => {
  const key = `lost_${topic}_${process.pid}`
  await lose({ topic, key, hoursAgo: 2 })
  expect(await listOpenTasks(db, 60_000)).toContainEqual(expect.objectContaining({ topic, key }))
  await lookTwice()
  expect(await openOf(key)).toEqual([])
})
