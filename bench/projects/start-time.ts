import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round } from '../measure/statistics.ts'

const ROUNDS = 5
const MAX_MS = 30_000

/** Time from the command until every component is ready: on an empty folder, and again on the same folder. */
async function measure(): Promise<Measured> {
  const first: number[] = []
  const again: number[] = []
  for (let number = 1; number <= ROUNDS; number += 1) {
    const dataDir = makeDataDir()
    for (const times of [first, again]) {
      const stack = await startStack({ dataDir })
      times.push(stack.readyMs)
      await stack.stop()
    }
    removeDataDir(dataDir)
    console.log(
      `  round ${number}: ${round(first.at(-1) ?? 0, 0)} ms, then ${round(again.at(-1) ?? 0, 0)} ms`,
    )
  }
  const slowest = Math.max(...first)
  const line = (times: number[]) => ({
    medianMs: round(median(times), 0),
    slowestMs: round(Math.max(...times), 0),
  })
  return {
    figures: `first start ${line(first).medianMs} ms, second ${line(again).medianMs} ms (medians of ${ROUNDS})`,
    violations: slowest > MAX_MS ? [`a first start took ${round(slowest / 1000)} s`] : [],
    result: { rounds: ROUNDS, first: line(first), again: line(again), requiredMs: MAX_MS },
  }
}

export const startTime: Measurement = { name: 'start-time', run: measure }
