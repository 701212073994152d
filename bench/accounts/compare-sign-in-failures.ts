import type { Measured } from '../measure/measurement.ts'
import { median, quantile, round } from '../measure/statistics.ts'

const MAX_RATIO = 0.05

interface Refusals {
  each: number
  /** Duration of a wrong password for the n-th existing or unknown account. */
  known: (number: number) => Promise<number>
  unknown: (number: number) => Promise<number>
}

function describe(times: number[]) {
  return {
    medianMs: round(median(times)),
    p10Ms: round(quantile(times, 0.1)),
    p90Ms: round(quantile(times, 0.9)),
  }
}

/** Alternates wrong passwords for existing and unknown accounts: the time must not reveal which one it was. */
export async function compareSignInFailures({ each, ...ask }: Refusals): Promise<Measured> {
  const known: number[] = []
  const unknown: number[] = []
  for (let number = 1; number <= each; number += 1) {
    const sides = [
      async () => known.push(await ask.known(number)),
      async () => unknown.push(await ask.unknown(number)),
    ]
    if (number % 2 === 0) sides.reverse()
    for (const side of sides) await side()
  }
  const difference = median(known) / median(unknown) - 1
  const percent = round(difference * 100)
  const [some, none] = [describe(known), describe(unknown)]
  return {
    figures: `known ${some.medianMs} ms, unknown ${none.medianMs} ms, ${percent} % apart (at most 5)`,
    violations: Math.abs(difference) > MAX_RATIO ? [`the medians are ${percent} % apart`] : [],
    result: { each, known: some, unknown: none, differencePercent: percent },
  }
}
