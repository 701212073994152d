import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../foundation/platform/database.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { openRequestRecorder } from './open-request-recorder.ts'

test.each([
  { days: '0', isOn: false },
  { days: '1', isOn: true },
])('with a retention of $days days isOn is $isOn', async ({ days, isOn }) => {
  const url = inject('server').databaseUrl
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  const env = readEnv([], { PLINTH_REQUEST_DAYS: days })
  const environments = { find: async () => undefined } as never
  const recorder = openRequestRecorder({ db, env, environments, log: pino({ level: 'silent' }) })
  expect(recorder.isOn).toBe(isOn)
  await recorder.stop()
  await db.close()
})
