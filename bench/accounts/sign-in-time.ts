import { openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { call } from '../../faults/stack/call.ts'
import { seededEmail, seedProjects } from '../../faults/stack/seed-projects.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { compareSignInFailures } from './compare-sign-in-failures.ts'

const EACH = 200

async function timeRefusal(address: string, email: string): Promise<number> {
  const body = { email, password: 'not the password' }
  const since = performance.now()
  const { status } = await call({ address }, { method: 'POST', path: '/auth/login', body })
  if (status !== 401) throw new Error(`a wrong password answered ${status}`)
  return performance.now() - since
}

/** Every address is used once, so that the rate limiter does the same work for all of them. */
async function measure(): Promise<Measured> {
  const env = { PLINTH_SIGN_IN_ATTEMPTS: '100000000' }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  const url = embeddedDatabaseUrl(stack.dataDir)
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  await seedProjects(db, { projects: 1, staff: EACH, projectsPerStaff: 1 }).finally(() =>
    db.close(),
  )
  const measured = await compareSignInFailures({
    each: EACH,
    known: (number) => timeRefusal(stack.address, seededEmail(number)),
    unknown: (number) => timeRefusal(stack.address, `nobody${number}@example.com`),
  })
  await stack.stop()
  removeDataDir(stack.dataDir)
  return measured
}

export const signInTime: Measurement = { name: 'sign-in-time', run: measure }
