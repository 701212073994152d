import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildNotesProject } from '../../faults/rows/notes-project.ts'
import { call } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'

const ROOT = join(import.meta.dirname, '../..')
const ATTACKS = join(ROOT, 'faults/attacks')
const ROWS = 200
const WARM = 300
const COLD = 4
/** Longer than the idle timeout of connections. */
const IDLE_MS = 31_500

/** The product as it read Computed tables before: with its own role, which owned them. */
const BEFORE = {
  'databases/sql/render.ts': 'unmarked-statements.ts',
  'databases/postgres/access/own-views.ts': 'product-owns-views.ts',
}

function asBefore() {
  const pairs = Object.entries(BEFORE).map(([from, to]) => [
    join(ROOT, 'apps/server/src', from),
    join(ATTACKS, 'off', to),
  ])
  return {
    env: { ATTACKS_REPLACE: JSON.stringify(Object.fromEntries(pairs)) },
    execArgv: ['--import', join(ATTACKS, 'setup/without-guards.ts')],
  }
}

interface Product {
  /** Milliseconds for a page of 50 rows. */
  time(table: 'topic' | 'copied'): Promise<number>
  stop(): Promise<void>
}

async function start(how: { env?: Record<string, string>; execArgv?: string[] }): Promise<Product> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, ...how })
  const { address } = stack
  const { projectId, staff } = await buildNotesProject(address, { engine: 'postgres' })
  const at = { address, token: staff }
  const path = `/api/project/${projectId}/configuration`
  const { body } = await call(at, { method: 'GET', path })
  const { tables } = body as { tables: object[] }
  const query = 'select "id", "name", "createdOn", "updatedOn" from "topic"'
  const rules = { list: 'true', view: 'true' }
  const copied = { id: 'copied', name: 'copied', type: 'Computed', query, rules, columns: [] }
  const newConfiguration = { ...body, tables: [...tables, copied] }
  await call(at, { method: 'POST', path, body: { newConfiguration } })
  await call(at, { method: 'POST', path: `/api/database/${projectId}/sync`, body: {} })
  const here = `$projectId=${projectId}`
  for (let row = 0; row < ROWS; row += 1)
    await call(at, {
      method: 'POST',
      path: `/api/data/topic?${here}`,
      body: { name: `Row ${row}` },
    })
  return {
    async time(table) {
      const since = performance.now()
      const page = `/api/data/${table}?${here}&$limit=50&$columns=id,name`
      const { status } = await call({ address }, { method: 'GET', path: page })
      if (status !== 200) throw new Error(`${table} answered ${status}`)
      return performance.now() - since
    },
    async stop() {
      await stack.stop()
      removeDataDir(dataDir)
    },
  }
}

/** Alternates both builds, so that other load affects them equally. */
async function inTurns(rounds: number, products: readonly [Product, Product]) {
  const times = { before: [] as number[], now: [] as number[], plain: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.before.push(await products[0].time('copied'))
    times.now.push(await products[1].time('copied'))
    times.plain.push(await products[1].time('topic'))
  }
  return times
}

/**
 * A page of a Computed table on PostgreSQL, read by the environment's reader role, compared with the product's own
 * role.
 */
async function measure(): Promise<Measured> {
  const products: [Product, Product] = [await start(asBefore()), await start({})]
  try {
    await inTurns(30, products)
    const warm = await inTurns(WARM, products)
    const ratio = spread(warm.now.map((ms, at) => ms / (warm.before[at] ?? ms)))
    const cold = { before: [] as number[], now: [] as number[] }
    for (let sample = 0; sample < COLD; sample += 1) {
      await wait(IDLE_MS)
      cold.before.push(await products[0].time('copied'))
      cold.now.push(await products[1].time('copied'))
    }
    const of = (times: readonly number[]) => round(median(times))
    const warmMs = { before: of(warm.before), now: of(warm.now), plainTable: of(warm.plain) }
    const coldMs = { before: of(cold.before), now: of(cold.now) }
    return {
      figures: `a page of 50 rows: warm ${warmMs.before} → ${warmMs.now} ms (ratio ${ratio.median}, the plain table ${warmMs.plainTable} ms), cold ${coldMs.before} → ${coldMs.now} ms`,
      violations: [],
      result: { warmMs, coldMs, ratio: ratio.median },
    }
  } finally {
    for (const product of products) await product.stop()
  }
}

export const computed: Measurement = { name: 'computed', run: measure }
