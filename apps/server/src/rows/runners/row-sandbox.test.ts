import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { EngineHarness } from '../../databases/testing/engine-harness.ts'
import { ENGINES } from '../../databases/testing/open-harnesses.ts'
import { addPost, LIVE, newPosts, openRunnerOf } from '../testing/log-world.ts'
import { openPostgresSandbox } from './postgres/postgres-sandbox.ts'
import type { RowRunner, RowTarget } from './row-runner.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'
import { sweepSqliteSandboxes } from './sqlite/sqlite-sandbox.ts'

const WAITING = { ...LIVE, triggers: { created: ['wfl_1/t'], updated: ['wfl_1/t'] } }

describe.each(ENGINES)('a sandbox of rows, %s', (name, open) => {
  let harness: EngineHarness
  let runner: RowRunner
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
    runner = openRunnerOf(harness)
  })
  afterAll(async () => {
    await runner.close()
    await harness.close()
  })

  const sql = (text: string, values: unknown[] = []) => ({ text, values })
  /** Statements name the schema, as compiled ones do. */
  const post = ({ schema }: Placement) => (name === 'postgres' ? `"${schema}"."post"` : '"post"')
  const targetOf = async (placement: Placement): Promise<RowTarget> => {
    const { release } = await runner.readRecord(placement)
    return { placement, release, isWatched: true, isLive: true }
  }
  const plan = (...statements: ReturnType<typeof sql>[]) => ({
    steps: statements.map((statement) => ({ statement, failing: { reason: 'denied' as const } })),
    shape: 'nothing' as const,
    ids: [],
    writer: { by: 'workflow' as const, runId: 'run_1', depth: 0 },
  })
  const insert = (placement: Placement, id: string) =>
    sql(`insert into ${post(placement)} ("id", "title") values ('${id}', 'inside')`)
  const titles = async (from: Pick<RowRunner, 'read'>, target: RowTarget) =>
    (
      await from.read(target, sql(`select "title" from ${post(target.placement)} order by "title"`))
    ).map(({ title }) => title)
  /** Everything that a write would leave in the database. */
  const traces = async (target: RowTarget) => {
    await runner.placeChanges(target.placement)
    return {
      titles: await titles(runner, target),
      events: await runner.readEvents(target.placement, { max: 100, except: [] }),
      log: await runner.readLog(target.placement, { after: 0, max: 100 }),
    }
  }
  const newWorld = async () => {
    const placement = await newPosts(harness, WAITING)
    await addPost(harness, { placement, title: 'outside' })
    const target = await targetOf(placement)
    return { placement, target, before: await traces(target) }
  }
  /** The copy that a killed process left is removed once it is old. */
  const expectSwept = async (folder: string) => {
    await sweepSqliteSandboxes(harness.place, 0)
    expect(await readdir(folder)).toHaveLength(1)
    await sweepSqliteSandboxes(harness.place, Date.now() + 61_000)
    expect(await readdir(folder)).toEqual([])
  }
  const uuid = (end: number) => `00000000-0000-7000-8000-${String(end).padStart(12, '0')}`

  test('shows its changes to itself only, and leaves nothing', async () => {
    const { placement, target, before } = await newWorld()
    const sandbox = await runner.openSandbox(target)
    const change = sql(`update ${post(placement)} set "title" = 'changed'`)
    expect(await sandbox.write(target, plan(insert(placement, uuid(1)), change))).toMatchObject({
      ok: true,
    })
    expect(await titles(sandbox, target)).toEqual(['changed', 'changed'])
    expect(await traces(target)).toEqual(before)
    await sandbox.close()
    await sandbox.close()
    expect(await traces(target)).toEqual(before)
  })

  test('goes on after a write that failed, without a part of it', async () => {
    const { placement, target, before } = await newWorld()
    const sandbox = await runner.openSandbox(target)
    const twice = plan(insert(placement, uuid(1)), insert(placement, uuid(1)))
    await expect(sandbox.write(target, twice)).rejects.toMatchObject({ fault: { kind: 'unique' } })
    const none = sql(
      `update ${post(placement)} set "n" = 1 where "title" = 'nobody' returning "id"`,
    )
    const [step] = plan(none).steps
    const expected = {
      ...plan(),
      steps: [...plan(insert(placement, uuid(2))).steps, { ...step, expects: 1 }],
    }
    expect(await sandbox.write(target, expected as never)).toMatchObject({ ok: false })
    expect(await titles(sandbox, target)).toEqual(['outside'])
    await sandbox.write(target, plan(insert(placement, uuid(3))))
    expect(await titles(sandbox, target)).toEqual(['inside', 'outside'])
    await sandbox.close()
    expect(await traces(target)).toEqual(before)
  })

  test('leaves nothing if its process is killed, and blocks nobody afterwards', async () => {
    const { placement, target, before } = await newWorld()
    const given = [harness.name, harness.place, target, insert(placement, uuid(1))]
    const script = new URL('../testing/sandbox-process.ts', import.meta.url)
    const child = fork(
      script,
      given.map((each) => JSON.stringify(each)),
      { execArgv: [] },
    )
    expect(await once(child, 'message')).toEqual(['written', undefined])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await traces(target)).toEqual(before)
    if (name === 'sqlite3') await expectSwept(join(harness.place, 'sandboxes'))
    const sandbox = await runner.openSandbox(target)
    await sandbox.write(target, plan(insert(placement, uuid(1))))
    await sandbox.close()
    expect(await traces(target)).toEqual(before)
  })

  test.runIf(name === 'sqlite3')('does not delay other writers of a file', async () => {
    const { placement, target } = await newWorld()
    const sandbox = await runner.openSandbox(target)
    await sandbox.write(target, plan(insert(placement, uuid(1))))
    await addPost(harness, { placement, title: 'later' })
    expect(await titles(runner, target)).toEqual(['later', 'outside'])
    expect(await titles(sandbox, target)).toEqual(['inside', 'outside'])
    const columns = ['title']
    const asked = { values: [], tables: [{ name: 'post', columns }], most: 10, maxBytes: 1_000 }
    const found = await sandbox.query(target, { ...asked, query: 'select count(*) as n from post' })
    expect(found).toMatchObject({ ok: true, cells: [[2]] })
    await sandbox.close()
  })

  test.runIf(name === 'sqlite3')('refuses a file that is too large to copy', async () => {
    const { placement, target } = await newWorld()
    await harness.query(placement, 'update "post" set "title" = hex(zeroblob(?))', [
      33 * 1024 * 1024,
    ])
    await expect(runner.openSandbox(target)).rejects.toThrow('larger than 64 MB')
  })

  test.runIf(name === 'postgres')('is one at a time for an environment', async () => {
    const { target } = await newWorld()
    const first = await runner.openSandbox(target)
    let hasSecond = false
    const second = runner.openSandbox(target).finally(() => {
      hasSecond = true
    })
    const other = await runner.openSandbox((await newWorld()).target)
    await other.close()
    expect(hasSecond).toBe(false)
    await first.close()
    await (await second).close()
  })

  test.runIf(name === 'postgres')(
    'refuses queries of developers and connected databases',
    async () => {
      const { target } = await newWorld()
      const sandbox = await runner.openSandbox(target)
      const asked = { query: 'commit', values: [], tables: [], most: 1, maxBytes: 1 }
      await expect(sandbox.query(target, asked)).rejects.toThrow(SandboxRefusal)
      const computed = { ...sql('select 1'), readsComputed: true as const }
      await expect(sandbox.read(target, computed)).rejects.toThrow(SandboxRefusal)
      await expect(sandbox.write(target, plan(computed))).rejects.toThrow(SandboxRefusal)
      await sandbox.close()
      const placement = { ...target.placement, connection: 'sealed' } as never
      await expect(openPostgresSandbox({ ...target, placement }, {} as never)).rejects.toThrow(
        'connected database',
      )
    },
  )

  test.runIf(name === 'postgres')('gives up its locks after its time', async () => {
    const { placement, target, before } = await newWorld()
    const url = new URL(inject('server').databaseUrl)
    url.pathname = `/${placement.database}`
    const pool = new pg.Pool({ connectionString: url.href })
    const connect = () => pool.connect()
    const sandbox = await openPostgresSandbox(target, {
      connect,
      statementMs: 2_000,
      maxOpenMs: 200,
    })
    await sandbox.write(target, plan(sql(`update ${post(placement)} set "title" = 'changed'`)))
    const row = `update ${post(placement)} set "n" = 7`
    await harness.query(placement, row, [])
    await expect(sandbox.write(target, plan(insert(placement, uuid(1))))).rejects.toThrow('locked')
    await sandbox.close()
    expect((await traces(target)).titles).toEqual(before.titles)
    await pool.end()
  })

  test.runIf(name === 'postgres')(
    'runs nothing after its time, also of a write under way',
    async () => {
      const { placement, target, before } = await newWorld()
      const url = new URL(inject('server').databaseUrl)
      url.pathname = `/${placement.database}`
      const pool = new pg.Pool({ connectionString: url.href, max: 1 })
      const connect = () => pool.connect()
      const limits = { connect, statementMs: 2_000, maxOpenMs: 200 }
      const sandbox = await openPostgresSandbox(target, limits)
      const slow = plan(sql('select pg_sleep(0.6)'), insert(placement, uuid(1)))
      await expect(sandbox.write(target, slow)).rejects.toThrow('locked')
      await sandbox.close()
      // The connection is free for others, and outside of a transaction.
      const { rows: found } = await pool.query('select txid_current_if_assigned() as inside')
      expect(found).toEqual([{ inside: null }])
      expect(await traces(target)).toEqual(before)
      await pool.end()
    },
  )

  test.runIf(name === 'postgres')('loses its locks if its process stops', async () => {
    const { placement, target, before } = await newWorld()
    const change = sql(`update ${post(placement)} set "title" = 'changed'`)
    const given = [harness.name, harness.place, target, change]
    const script = new URL('../testing/sandbox-process.ts', import.meta.url)
    const child = fork(
      script,
      given.map((each) => JSON.stringify(each)),
      { execArgv: [] },
    )
    await once(child, 'message')
    child.kill('SIGSTOP')
    await harness.query(placement, `update ${post(placement)} set "n" = 7`, [])
    expect((await traces(target)).titles).toEqual(before.titles)
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
})
