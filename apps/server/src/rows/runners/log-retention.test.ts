import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { EngineHarness } from '../../databases/testing/engine-harness.ts'
import { ENGINES } from '../../databases/testing/open-harnesses.ts'
import { addPost, LIVE, newPosts, openRunnerOf } from '../testing/log-world.ts'
import { MAX_KEPT_BYTES } from './log-retention.ts'
import type { RowRunner } from './row-runner.ts'

const WAITING = { ...LIVE, triggers: { created: ['wfl_1/t'] } }
const ALL = { max: 100, except: [] }

describe.each(ENGINES)('the log of changes, %s', (name, open) => {
  let harness: EngineHarness
  let runner: RowRunner
  const events = name === 'postgres' ? '_plinth.row_event' : '_plinth_event'
  const log = name === 'postgres' ? '_plinth.row_log' : '_plinth_log'
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
    runner = openRunnerOf(harness)
  })
  afterAll(async () => {
    await runner.close()
    await harness.close()
  })

  const readAll = async (placement: Placement, after = 0) => {
    await runner.placeChanges(placement)
    return runner.readLog(placement, { after, max: 100 })
  }

  test('removes old changes, but none that a trigger waits for', async () => {
    const placement = await newPosts(harness, WAITING)
    for (const title of ['waits', 'old', 'young']) await addPost(harness, { placement, title })
    await readAll(placement)
    const [, old, young] = await runner.readEvents(placement, ALL)
    await runner.endEvents(placement, [old?.key ?? '', young?.key ?? ''])
    await runner.trimLog(placement)
    expect(await readAll(placement)).toMatchObject({ removedTo: 0, changes: { length: 3 } })
    const before = new Date(Date.now() - 61 * 60_000).toISOString()
    await harness.query(
      placement,
      `update ${events} set created_on = ? where row like '%waits%' or row like '%"old"%'`,
      [before],
    )
    await runner.trimLog(placement)
    const page = await readAll(placement)
    expect(page).toMatchObject({ position: 3, removedTo: 2 })
    expect(page?.changes.map(({ position }) => position)).toEqual([1, 3])
    expect(await runner.readEvents(placement, ALL)).toMatchObject([{ operation: 'created' }])
  })

  test('removes changes that 100,000 newer ones follow', async () => {
    const placement = await newPosts(harness, LIVE)
    await addPost(harness, { placement, title: 'first' })
    await readAll(placement)
    const own = name === 'postgres' ? `where environment_id = '${placement.environmentId}'` : ''
    await harness.query(placement, `update ${log} set position = 100000 ${own}`)
    await addPost(harness, { placement, title: 'last' })
    await readAll(placement)
    await runner.trimLog(placement)
    expect(await readAll(placement)).toMatchObject({
      removedTo: 1,
      changes: [{ position: 100_001 }],
    })
  })

  test('removes many old changes in parts', async () => {
    const placement = await newPosts(harness, LIVE)
    await addPost(harness, { placement, title: 'young' })
    await readAll(placement)
    const of =
      name === 'postgres' ? ['environment_id, ', `'${placement.environmentId}', `] : ['', '']
    const numbers =
      name === 'postgres'
        ? 'select n from generate_series(2, 10101) as n'
        : 'with recursive t(n) as (select 2 union all select n + 1 from t where n < 10101) select n from t'
    const key = name === 'postgres' ? 'gen_random_uuid()' : 'n'
    await harness.query(
      placement,
      `insert into ${events} (${of[0]}key, table_id, operation, row_id, row, depth, position, live, delivered, created_on)
       select ${of[1]}${key}, 't_post', 'created', n, '{}', 0, n, true, true, '2026-01-01T00:00:00Z' from (${numbers}) as t`,
    )
    expect(await runner.trimLog(placement)).toBe(true)
    expect(await runner.trimLog(placement)).toBe(false)
    const page = await readAll(placement)
    expect(page?.changes.map(({ position }) => position)).toEqual([1])
  })

  test('removes the oldest changes if all are too many bytes', async () => {
    const placement = await newPosts(harness, LIVE)
    for (const title of ['one', 'two', 'three']) await addPost(harness, { placement, title })
    await readAll(placement)
    if (name === 'postgres') {
      const own = `where environment_id = '${placement.environmentId}'`
      const [first] = await harness.query(placement, `select bytes::int from ${log} ${own}`)
      const [small] = await harness.query(
        placement,
        `select octet_length(row) as bytes from ${events} ${own} and position = 1`,
      )
      expect(Number(first?.bytes)).toBeGreaterThan(3 * Number(small?.bytes) - 10)
      const over = MAX_KEPT_BYTES + Number(small?.bytes) + 1
      await harness.query(placement, `update ${log} set bytes = ${over} ${own}`)
    } else {
      const half = MAX_KEPT_BYTES / 2
      const large = `cast(zeroblob(${half}) as text)`
      await harness.query(placement, `update ${events} set row = ${large} where position < 3`)
    }
    await runner.trimLog(placement)
    const removed = name === 'postgres' ? 2 : 1
    const own = name === 'postgres' ? `environment_id = '${placement.environmentId}' and` : ''
    const [left] = await harness.query(
      placement,
      `select min(position) as first from ${events} where ${own} live`,
    )
    expect(Number(left?.first)).toBe(removed + 1)
    await harness.query(placement, `delete from ${events} where ${own} position = 2`)
    expect(await readAll(placement)).toMatchObject({ removedTo: removed })
  })
})
