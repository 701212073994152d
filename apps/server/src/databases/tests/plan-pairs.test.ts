import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkPair } from '../testing/check-pair.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'

/** `faults` runs more of them. */
const PAIRS = 8

describe.each(ENGINES)('random pairs of configurations with rows, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  test(`${PAIRS} pairs: the plan applies, changes only what it declares, and can be undone`, {
    timeout: 300_000,
  }, async () => {
    const violations: string[] = []
    let applied = 0
    for (let seed = 1; applied < PAIRS && seed < PAIRS * 4; seed += 1) {
      const result = await checkPair(harness, seed)
      violations.push(...result.violations)
      if (result.outcome === 'applied') applied += 1
    }
    expect(violations).toEqual([])
    expect(applied).toBe(PAIRS)
  })
})
