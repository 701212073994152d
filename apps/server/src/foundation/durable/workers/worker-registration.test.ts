import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { openDeployments } from './runtime-deployments.ts'
import { WorkerRegistration } from './worker-registration.ts'

test('starts while the database gives no connection, and leaves the rest to the next check', async () => {
  const warnings: unknown[] = []
  const log = { info: () => undefined, warn: (fields: unknown) => warnings.push(fields) }
  const url = 'postgresql://127.0.0.1:1/none'
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  const deployments = openDeployments('http://127.0.0.1:1')
  const worker = { version: 'test', url: 'http://127.0.0.1:1' }
  const registration = new WorkerRegistration({ db, deployments, worker, silentMs: 1, log })
  await registration.start()
  expect(warnings).toMatchObject([{ version: 'test', err: { code: 'ECONNREFUSED' } }])
  await db.close()
})
