import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { type EngineHarness, openSqliteHarness } from '../../../databases/testing/engine-harness.ts'
import { addPost, LIVE, newPosts, openRunnerOf } from '../../testing/log-world.ts'
import { MAX_KEPT_BYTES, MAX_KEPT_CHANGES, REMOVED_AT_ONCE } from '../log-retention.ts'
import type { RowRunner } from '../row-runner.ts'

const WAITING = 300_000
const OLD = '2026-01-01T00:00:00.000Z'

let harness: EngineHarness
let runner: RowRunner
beforeAll(async () => {
  harness = await openSqliteHarness()
  runner = openRunnerOf(harness)
})
afterAll(async () => {
  await runner.close()
  await harness.close()
})

interface Changes {
  readonly from: number
  readonly to: number
  readonly isDelivered: boolean
  readonly madeOn?: string
}

async function addChanges(placement: Placement, changes: Changes): Promise<void> {
  const { from, to, isDelivered, madeOn = new Date().toISOString() } = changes
  await harness.query(
    placement,
    `insert into _plinth_event (key, table_id, operation, row_id, row, depth, position, live, delivered, created_on)
     with recursive t(n) as (select ${from} union all select n + 1 from t where n < ${to})
     select n, 't_post', 'created', n, '{}', 0, n, 1, ${isDelivered}, '${madeOn}' from t`,
  )
  await harness.query(placement, `update _plinth_log set position = ${to}`)
}

const listLeft = async (placement: Placement, where: string) => {
  const rows = await harness.query(
    placement,
    `select position from _plinth_event where ${where} order by position`,
  )
  return rows.map(({ position }) => Number(position))
}

/** Trims until nothing is due; returns in how many parts. The thread that trims ends what takes longer than a statement may. */
async function trimAll(placement: Placement): Promise<number> {
  for (let parts = 1; ; parts += 1) if (!(await runner.trimLog(placement))) return parts
}

test('is trimmed in a short time however many changes wait for a trigger', async () => {
  const placement = await newPosts(harness, LIVE)
  await addChanges(placement, { from: 1, to: 2, isDelivered: true })
  await addChanges(placement, { from: 3, to: WAITING, isDelivered: false, madeOn: OLD })
  const old = WAITING + 2 * REMOVED_AT_ONCE + 2_000
  await addChanges(placement, { from: WAITING + 1, to: old, isDelivered: true, madeOn: OLD })
  await addChanges(placement, { from: old + 1, to: old + 3, isDelivered: true })
  expect(await trimAll(placement)).toBe(3)
  expect(await listLeft(placement, 'delivered')).toEqual([old + 1, old + 2, old + 3])
  expect(await listLeft(placement, 'not delivered')).toHaveLength(WAITING - 2)
  const page = await runner.readLog(placement, { after: old, max: 1 })
  expect(page).toMatchObject({ removedTo: old, changes: [{ position: old + 1 }] })

  const now = old + MAX_KEPT_CHANGES + 1
  await addChanges(placement, { from: old + 4, to: now, isDelivered: false })
  await trimAll(placement)
  expect(await listLeft(placement, 'delivered')).toEqual([old + 2, old + 3])
})

test('counts the bytes of changes that wait, but removes others only', async () => {
  const placement = await newPosts(harness, LIVE)
  for (const title of ['before', 'large', 'large', 'after'])
    await addPost(harness, { placement, title })
  await harness.query(
    placement,
    `update _plinth_event set row = cast(zeroblob(${MAX_KEPT_BYTES / 2}) as text), delivered = 0
     where row like '%large%'`,
  )
  expect(await trimAll(placement)).toBe(1)
  expect(await listLeft(placement, 'live')).toEqual([2, 3, 4])
  expect(await runner.readLog(placement, { after: 3, max: 9 })).toMatchObject({ removedTo: 1 })
})

test('is trimmed by parts of few bytes', async () => {
  const placement = await newPosts(harness, LIVE)
  await addChanges(placement, { from: 1, to: 5, isDelivered: true, madeOn: OLD })
  const large = 'cast(zeroblob(20000000) as text)'
  await harness.query(placement, `update _plinth_event set row = ${large} where position < 4`)
  expect(await runner.trimLog(placement)).toBe(true)
  expect(await listLeft(placement, 'live')).toEqual([2, 3, 4, 5])
  expect(await trimAll(placement)).toBe(2)
  expect(await listLeft(placement, 'live')).toEqual([])
})

test('of a file without the index is trimmed, and gets it when tables are watched', async () => {
  const placement = await newPosts(harness, LIVE)
  await addChanges(placement, { from: 1, to: 2, isDelivered: true, madeOn: OLD })
  await harness.query(placement, 'drop index _plinth_event_trim')
  await trimAll(placement)
  expect(await listLeft(placement, 'live')).toEqual([])
  await harness.engine.watchRows(placement, { t_post: LIVE })
  const index = `select name from sqlite_schema where name = '_plinth_event_trim'`
  expect(await harness.query(placement, index)).toHaveLength(1)
})
