import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { quoteName } from '../../databases/sql/quote-name.ts'
import type { EngineHarness } from '../../databases/testing/engine-harness.ts'
import { openPostgresHarness } from '../../databases/testing/engine-harness.ts'
import { addPost, LIVE, newPosts, openRunnerOf } from '../testing/log-world.ts'
import type { LoggedChange, RowRunner } from './row-runner.ts'

const WRITERS = 8
const TRANSACTIONS = 40
const ROWS = 4

/** Concurrent writers exist on PostgreSQL alone: a SQLite file has one at a time. */
describe('the order of the log, postgres', () => {
  let harness: EngineHarness
  const opened: RowRunner[] = []
  const clients: pg.Client[] = []
  beforeAll(async () => {
    harness = await openPostgresHarness(inject('server').databaseUrl)
  })
  afterAll(async () => {
    for (const client of clients) await client.end()
    for (const runner of opened) await runner.close()
    await harness.close()
  })

  const newRunner = () => {
    const runner = openRunnerOf(harness)
    opened.push(runner)
    return runner
  }

  async function connect(placement: Placement): Promise<pg.Client> {
    const url = new URL(harness.place)
    url.pathname = `/${placement.database}`
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`set search_path to ${quoteName(placement.schema)}`)
    clients.push(client)
    return client
  }

  /** Reads on from the last position until nothing follows. */
  async function follow(runner: RowRunner, placement: Placement, seen: LoggedChange[]) {
    for (;;) {
      const page = await runner.readLog(placement, { after: seen.at(-1)?.position ?? 0, max: 50 })
      if (!page || page.changes.length === 0) return
      seen.push(...page.changes)
    }
  }

  test('a transaction that commits late gets a later position and delays nobody', async () => {
    const placement = await newPosts(harness, LIVE)
    const other = await newPosts(harness, LIVE)
    const runner = newRunner()
    const late = await connect(placement)
    await late.query('begin')
    await late.query(`insert into post (id, title) values (gen_random_uuid(), 'late')`)
    await addPost(harness, { placement, title: 'prompt' })
    await addPost(harness, { placement: other, title: 'neighbour' })
    await runner.placeChanges(placement)
    const titles = async (of: Placement) => {
      const page = await runner.readLog(of, { after: 0, max: 10 })
      return page?.changes.map(({ position, row }) => [position, JSON.parse(row).title])
    }
    expect(await titles(placement)).toEqual([[1, 'prompt']])
    await runner.placeChanges(other)
    expect(await titles(other)).toEqual([[1, 'neighbour']])
    await late.query('commit')
    await runner.placeChanges(placement)
    expect(await titles(placement)).toEqual([
      [1, 'prompt'],
      [2, 'late'],
    ])
  })

  test('loses, repeats and reorders nothing while its sequencers are killed', async () => {
    const placement = await newPosts(harness, LIVE)
    const ids: string[] = []
    for (let at = 0; at < ROWS; at += 1)
      ids.push(await addPost(harness, { placement, title: `row ${at}` }))
    let committed = ROWS
    let isWriting = true
    const write = async () => {
      const client = await connect(placement)
      for (let at = 0; at < TRANSACTIONS; at += 1) {
        const keeps = Math.random() < 0.8
        // In one order, so that writers do not deadlock.
        const chosen = ids.filter(() => Math.random() < 0.5)
        await client.query('begin')
        for (const id of chosen) {
          await client.query('update post set n = coalesce(n, 0) + 1 where id = $1', [id])
          if (Math.random() < 0.2) await pause(1)
        }
        await client.query(keeps ? 'commit' : 'rollback')
        if (keeps) committed += chosen.length
      }
    }
    const place = async (runner: RowRunner) => {
      // A killed one has given all of its positions or none.
      while (isWriting) await runner.placeChanges(placement).catch(() => undefined)
    }
    let kills = 0
    const kill = async () => {
      const client = await connect(placement)
      while (isWriting) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like 'do %' and state = 'active' limit 1`,
        )
        kills += rowCount ?? 0
        await pause(20)
      }
    }
    const seen: LoggedChange[] = []
    const reader = newRunner()
    const read = async () => {
      while (isWriting) await follow(reader, placement, seen)
    }
    const background = [place(newRunner()), place(newRunner()), kill(), read()]
    await Promise.all(Array.from({ length: WRITERS }, write))
    isWriting = false
    await Promise.all(background)
    await newRunner().placeChanges(placement)
    await follow(reader, placement, seen)

    expect(kills).toBeGreaterThan(0)
    expect(seen.map(({ position }) => position)).toEqual(
      Array.from({ length: committed }, (_, at) => at + 1),
    )
    for (const id of ids) {
      const values = seen.filter(({ rowId }) => rowId === id).map(({ row }) => JSON.parse(row).n)
      expect(values).toEqual([
        null,
        ...Array.from({ length: values.length - 1 }, (_, at) => at + 1),
      ])
      const [row] = await harness.query(placement, 'select n from "post" where id = ?', [id])
      expect(values.at(-1) ?? null).toBe(row?.n === null ? null : Number(row?.n))
    }
  })
})
