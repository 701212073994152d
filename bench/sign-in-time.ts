import { openDatabase } from '../apps/server/src/platform/database.ts'
import { call } from '../faults/call.ts'
import { embeddedDatabaseUrl, makeDataDir, removeDataDir, startStack } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { seededEmail, seedProjects } from './seed-projects.ts'
import { median, quantile, round } from './statistics.ts'

const EACH = 200
const AT_MOST = 0.05

async function timeRefusal(address: string, email: string): Promise<number> {
  const body = { email, password: 'not the password' }
  const since = performance.now()
  const { status } = await call({ address }, { method: 'POST', path: '/auth/login', body })
  if (status !== 401) throw new Error(`a wrong password answered ${status}`)
  return performance.now() - since
}

/** A wrong password for somebody and for nobody, in turn: the time must not tell which it was. */
async function measure(): Promise<Measured> {
  const env = { PLINTH_SIGN_IN_ATTEMPTS: '100000000' }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  const url = embeddedDatabaseUrl(stack.dataDir)
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  await seedProjects(db, { projects: 1, staff: EACH, projectsPerStaff: 1 }).finally(() =>
    db.close(),
  )
  const known: number[] = []
  const unknown: number[] = []
  // Every address is used once, so that the limiter does the same work for all of them.
  for (let number = 1; number <= EACH; number += 1) {
    const sides = [
      async () => known.push(await timeRefusal(stack.address, seededEmail(number))),
      async () => unknown.push(await timeRefusal(stack.address, `nobody${number}@example.com`)),
    ]
    if (number % 2 === 0) sides.reverse()
    for (const side of sides) await side()
  }
  await stack.stop()
  removeDataDir(stack.dataDir)
  const difference = median(known) / median(unknown) - 1
  const line = (times: number[]) => ({
    medianMs: round(median(times)),
    p10Ms: round(quantile(times, 0.1)),
    p90Ms: round(quantile(times, 0.9)),
  })
  const percent = round(difference * 100)
  return {
    figures: `known ${line(known).medianMs} ms, unknown ${line(unknown).medianMs} ms, ${percent} % apart (at most 5)`,
    violations: Math.abs(difference) > AT_MOST ? [`the medians are ${percent} % apart`] : [],
    result: { each: EACH, known: line(known), unknown: line(unknown), differencePercent: percent },
  }
}

export const signInTime: Measurement = { name: 'sign-in-time', run: measure }
