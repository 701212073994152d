import pg from 'pg'
import type { Placement } from '../../apps/server/src/databases/engine/database-engine.ts'
import {
  type EngineHarness,
  openPostgresHarness,
} from '../../apps/server/src/databases/testing/engine-harness.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'

const ENVIRONMENTS = 1_000
const TOUCHED = 500

async function sizeOf(harness: EngineHarness, placement: Placement): Promise<number> {
  const [row] = await harness.query(
    placement,
    'select pg_database_size(current_database()) as size',
  )
  return Number(row?.size)
}

/** Memory growth of a pooled connection per environment it has served. */
async function memoryPerEnvironment(
  url: string,
  placements: readonly Placement[],
): Promise<number> {
  const address = new URL(url)
  address.pathname = `/${placements[0]?.database}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  const used = async () => {
    const result = await client.query(
      'select sum(total_bytes) as bytes from pg_backend_memory_contexts',
    )
    return Number(result.rows[0].bytes)
  }
  const before = await used()
  for (const { schema } of placements.slice(0, TOUCHED)) {
    await client.query(`select * from "${schema}"._plinth_catalogue limit 1`)
    await client.query(`select * from "${schema}"._plinth_meta limit 1`)
  }
  const after = await used()
  await client.end()
  return (after - before) / TOUCHED / 1024
}

/** A thousand environments on one PostgreSQL: time, disk and memory per environment. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  try {
    const url = embeddedDatabaseUrl(dataDir)
    const harness = await openPostgresHarness(url)
    const first = await harness.newPlacement()
    const before = await sizeOf(harness, first)
    const placements = [first]
    const times: number[] = []
    for (let number = 0; number < ENVIRONMENTS; number += 1) {
      const since = performance.now()
      placements.push(await harness.newPlacement())
      times.push(performance.now() - since)
    }
    const diskKb = round(((await sizeOf(harness, first)) - before) / ENVIRONMENTS / 1024, 0)
    const memoryKb = round(await memoryPerEnvironment(url, placements), 1)
    await harness.close()
    const [medianMs, p99Ms] = [round(quantile(times, 0.5), 1), round(quantile(times, 0.99), 1)]
    const totalS = round(times.reduce((sum, ms) => sum + ms, 0) / 1000, 1)
    return {
      figures: `${ENVIRONMENTS} environments in ${totalS} s (median ${medianMs} ms, p99 ${p99Ms} ms), ${diskKb} KB of disk each, ${memoryKb} KB of a connection's memory for each it served`,
      violations: [],
      result: { environments: ENVIRONMENTS, totalS, medianMs, p99Ms, diskKb, memoryKb },
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
}

export const thousandEnvironments: Measurement = { name: 'thousand-environments', run: measure }
