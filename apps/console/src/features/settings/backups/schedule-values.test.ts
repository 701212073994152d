import { expect, test } from 'vitest'
import { readCron, scheduleValues, writeCron } from './schedule-values.ts'

test.each([
  { cron: '0 * * * *', rhythm: 'hourly', time: '03:00' },
  { cron: '5 3 * * *', rhythm: 'daily', time: '03:05' },
  { cron: '30 22 * * 0', rhythm: 'weekly', time: '22:30' },
  { cron: '0 3 1 * *', rhythm: 'own', time: '03:00' },
  { cron: '0 3 * * 1-5', rhythm: 'own', time: '03:00' },
])('$cron is $rhythm, and is written again as it was', ({ cron, rhythm, time }) => {
  const read = readCron(cron)
  expect(read).toEqual({ rhythm, time, cron })
  expect(writeCron(read)).toBe(cron)
})

test('a schedule stays in the store that it has', () => {
  const kept = { cron: '0 3 * * *', timezone: 'UTC', keepCount: 2, keepDays: 7, nextOn: null }
  const schedule = { ...kept, store: 's3', hasPassphrase: false } as const
  expect(scheduleValues(schedule)).toMatchObject({ store: 's3', keepCount: 2 })
  expect(scheduleValues(null).store).toBeUndefined()
})

test('without a schedule the form offers every night, a fortnight of them', () => {
  expect(scheduleValues(null)).toMatchObject({ rhythm: 'daily', time: '03:00', keepCount: 14 })
})
