import { checkPair } from '../../apps/server/src/databases/testing/check-pair.ts'
import {
  type EngineHarness,
  openPostgresHarness,
  openSqliteHarness,
} from '../../apps/server/src/databases/testing/engine-harness.ts'
import { embeddedDatabaseUrl, makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteOptions, SuiteResult } from '../stack/suite.ts'

const PAIRS = { full: 1_000, short: 30 }
/** Each worker has its own database, because concurrent index builds in one database wait for each other. */
const LANES = 3

type Bend = (harness: EngineHarness) => EngineHarness

/** Random pairs of configurations with rows, on real databases of both kinds, migrated forth and back. */
export async function planPairs({ full }: SuiteOptions): Promise<SuiteResult> {
  return runPairs(full ? PAIRS.full : PAIRS.short, (harness) => harness)
}

async function runPairs(pairs: number, bend: Bend): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  try {
    const url = embeddedDatabaseUrl(dataDir)
    const sqlite = await runEngine({ open: openSqliteHarness, pairs, bend })
    const postgres = await runEngine({ open: () => openPostgresHarness(url), pairs, bend })
    return {
      violations: [...sqlite.violations, ...postgres.violations],
      figures: `SQLite ${sqlite.figures}; PostgreSQL ${postgres.figures}`,
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
}

async function runEngine(options: {
  open: () => Promise<EngineHarness>
  pairs: number
  bend: Bend
}): Promise<SuiteResult> {
  const since = performance.now()
  const violations: string[] = []
  let [seed, applied, blocked, steps] = [0, 0, 0, 0]
  const lane = async () => {
    const harness = options.bend(await options.open())
    while (applied < options.pairs) {
      seed += 1
      const result = await checkPair(harness, seed)
      violations.push(...result.violations)
      steps += result.steps
      if (result.outcome === 'applied') applied += 1
      else blocked += 1
    }
    await harness.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const seconds = Math.round((performance.now() - since) / 1000)
  const figures = `${applied} pairs applied and undone, ${blocked} blocked, ${steps} steps, ${seconds} s`
  return { violations, figures }
}

/** Guard off: skips a step of each plan. */
const forgetful: Bend = (harness) => ({
  ...harness,
  engine: {
    ...harness.engine,
    applyPlan: (placement, request) => {
      const { plan } = request
      const steps = plan.steps.slice(0, -1)
      return harness.engine.applyPlan(placement, { ...request, plan: { ...plan, steps } })
    },
  },
})

export const planPairsSuite: Suite = {
  name: 'plan-pairs',
  run: planPairs,
  prove: () => runPairs(10, forgetful),
}
