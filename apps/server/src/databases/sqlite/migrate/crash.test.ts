import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationsEqual } from '@plinth/schema'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configure, field, table } from '../../testing/configurations.ts'
import { type EngineHarness, openSqliteHarness } from '../../testing/engine-harness.ts'
import { planFor, sync } from '../../testing/sync.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await openSqliteHarness()
})
afterAll(() => harness.close())

/** Runs the plan in a child process and kills it at a given progress message. */
async function killAt(options: { file: string; task: string; when: string }): Promise<boolean> {
  const program = `
    import { readFileSync } from 'node:fs'
    import { runTask } from ${JSON.stringify(join(import.meta.dirname, '../tasks.ts'))}
    const { file, apply } = JSON.parse(readFileSync(${JSON.stringify(options.task)}, 'utf8'))
    const report = ({ words }) => { if (words === ${JSON.stringify(options.when)}) process.kill(process.pid, 'SIGKILL') }
    runTask({ name: 'apply', file, input: apply, report })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: 'ignore',
  })
  return new Promise((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL')),
  )
}

test.each(['Carrying values over', 'Copying tables', 'Switching over', 'Done'])(
  'kill -9 during "%s" changes nothing, and the same plan then succeeds',
  async (when) => {
    const placement = await harness.newPlacement()
    const before = configure('sqlite3', table('posts', [field('a'), field('b')]))
    await sync(harness, { placement, wanted: before })
    const [place] = await harness.query(placement, 'select file from pragma_database_list')
    const file = String(place?.file)
    const database = new Sqlite(file)
    const insert = database.prepare('insert into posts (id, a, b) values (?, ?, ?)')
    database.transaction(() => {
      for (let count = 0; count < 2_000; count += 1) insert.run(randomUUID(), `${count}`, 'x')
    })()
    database.close()
    const after = configure(
      'sqlite3',
      {
        ...table('posts', [field('a', 'number', { isRequired: true }), field('c')]),
        name: 'items',
      },
      table('more', [field('d')]),
    )
    const plan = await planFor(harness, { placement, wanted: after })
    const apply = { plan, migrationId: randomUUID(), by: 'test', undoes: null }
    const task = `${file}.task.json`
    writeFileSync(task, JSON.stringify({ file, apply }))
    expect(await killAt({ file, task, when })).toBe(true)
    const live = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(live.applied, before)).toBe(true)
    expect(live.digest).toBe(plan.catalogueDigest)
    expect(await harness.query(placement, 'pragma integrity_check')).toEqual([
      { integrity_check: 'ok' },
    ])
    const result = await harness.engine.applyPlan(placement, apply)
    expect(result).toMatchObject({ kind: 'applied' })
    const [counted] = await harness.query(placement, 'select count(*) as n, sum(a) as s from items')
    expect(counted).toEqual({ n: 2_000, s: (2_000 * 1_999) / 2 })
  },
)
