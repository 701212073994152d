import type { BackupSchedule } from '@plinth/contract'
import { expect, test } from 'vitest'
import { formatRhythm, readCron, scheduleValues, writeCron, zoneOf } from './schedule-values.ts'

test.each([
  { cron: '0 * * * *', rhythm: 'hourly', time: '03:00' },
  { cron: '5 3 * * *', rhythm: 'daily', time: '03:05' },
  { cron: '30 22 * * 0', rhythm: 'weekly', time: '22:30' },
  { cron: '0 3 1 * *', rhythm: 'own', time: '03:00' },
  { cron: '0 3 * * 1-5', rhythm: 'own', time: '03:00' },
])('reads $cron as $rhythm and writes it back unchanged', ({ cron, rhythm, time }) => {
  const read = readCron(cron)
  expect(read).toEqual({ rhythm, time, cron })
  expect(writeCron(read)).toBe(cron)
})

test('preserves the store of a schedule', () => {
  const kept = { cron: '0 3 * * *', timezone: 'UTC', keepCount: 2, keepDays: 7, nextOn: null }
  const schedule = {
    ...kept,
    store: 's3',
    hasPassphrase: false,
    secretsOf: [],
    revision: 1,
  } satisfies BackupSchedule
  expect(scheduleValues(schedule)).toMatchObject({ store: 's3', keepCount: 2 })
  expect(scheduleValues(null).store).toBeUndefined()
})

test('defaults to every night and 14 backups', () => {
  expect(scheduleValues(null)).toMatchObject({ rhythm: 'daily', time: '03:00', keepCount: 14 })
})

test('preserves the time zone of an unchanged time', () => {
  const kept = { timezone: 'Asia/Tokyo', keepCount: 2, keepDays: 7, nextOn: null, revision: 1 }
  const schedule = {
    ...kept,
    cron: '0 3 * * *',
    store: 'disk',
    hasPassphrase: false,
    secretsOf: [],
  } satisfies BackupSchedule
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(zoneOf('0 3 * * *', schedule)).toBe('Asia/Tokyo')
  expect(zoneOf('0 4 * * *', schedule)).toBe(here)
  expect(zoneOf('0 3 * * *', null)).toBe(here)
  expect(formatRhythm(schedule)).toBe('Every day at 03:00 (Asia/Tokyo)')
})
