import { expect, test } from 'vitest'
import { chooseDue, MAX_CAUGHT_UP } from './choose-due.ts'
import { nextTimes, readSchedule, type Schedule } from './schedule.ts'

const scheduleOf = (cron: string, timezone = 'UTC', missed: Schedule['missed'] = 'once') => ({
  cron,
  timezone,
  missed,
})
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString())

test.each([
  ['five fields', { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }],
  ['six fields, seconds first', { cron: '*/10 * * * * *' }],
  ['a name', { cron: '@daily', missed: 'all' }],
])('parses %s', (_name, parameters) => {
  expect(readSchedule(parameters)).toMatchObject({ schedule: { cron: parameters.cron } })
})

test.each([
  ['nothing', {}, 'cron'],
  ['four fields', { cron: '0 9 * *' }, 'cron'],
  ['a minute that is none', { cron: '61 * * * *' }, 'cron'],
  ['a date', { cron: '2030-01-23T00:00:00' }, 'cron'],
  ['words', { cron: 'every day at nine please now' }, 'cron'],
  ['a bomb', { cron: `${'1,'.repeat(500)}1 * * * *` }, 'cron'],
  ['a zone that is none', { cron: '0 9 * * *', timezone: 'Mars/Olympus' }, 'timezone'],
])('refused: %s', (_name, parameters: Record<string, string>, path) => {
  expect(readSchedule(parameters)).toMatchObject({ issue: { path } })
})

test.each([
  [
    'nine in the morning stays nine when summer time begins',
    scheduleOf('0 9 * * *', 'Europe/Berlin'),
    '2026-03-28T00:00:00Z',
    ['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'],
  ],
  [
    'a time that does not exist is the first one after the gap, on that day, once',
    scheduleOf('30 2 * * *', 'Europe/Berlin'),
    '2026-03-28T12:00:00Z',
    ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
  ],
  [
    'a time that comes twice runs once, the first time',
    scheduleOf('30 2 * * *', 'Europe/Berlin'),
    '2026-10-24T12:00:00Z',
    ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
  ],
  [
    'every half hour goes on in real time through the hour that comes twice',
    scheduleOf('*/30 * * * *', 'Europe/Berlin'),
    '2026-10-24T23:45:00Z',
    ['2026-10-25T00:00:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z'],
  ],
  [
    'southern summer time, and a zone half an hour off',
    scheduleOf('15 2 * * *', 'Australia/Lord_Howe'),
    '2026-10-03T12:00:00Z',
    ['2026-10-03T15:30:00.000Z', '2026-10-04T15:15:00.000Z'],
  ],
  [
    'the 29th of February waits for its year',
    scheduleOf('0 0 29 2 *'),
    '2026-03-01T00:00:00Z',
    ['2028-02-29T00:00:00.000Z'],
  ],
  ['the 30th of February never comes', scheduleOf('0 0 30 2 *'), '2026-03-01T00:00:00Z', []],
])('%s', (_name, schedule, after, times) => {
  const count = Math.max(1, times.length)
  expect(iso(nextTimes(schedule, { after: new Date(after), count }))).toEqual(times)
})

const due = (schedule: Schedule, at: string, now: string) => {
  const { times, next } = chooseDue(schedule, { at: new Date(at), now: new Date(now) })
  return { times: iso(times), next: next?.toISOString() }
}
const T = (minute: string) => `2026-05-01T10:${minute}:00.000Z`

test.each([
  ['on time', 'once', '05', '05', ['05'], '10'],
  ['half an hour late, once', 'once', '05', '37', ['35'], '40'],
  ['half an hour late, skipped', 'skip', '05', '37', [], '40'],
  ['half an hour late, but one is just due, once', 'once', '05', '35', ['35'], '40'],
  ['half an hour late, but one is just due, skipped', 'skip', '05', '35', ['35'], '40'],
  ['all', 'all', '05', '37', ['05', '10', '15', '20', '25', '30', '35'], '40'],
  ['a time of a schedule that has been changed', 'all', '07', '08', [], '10'],
] as const)('missed times: %s', (_name, missed, at, now, times, next) => {
  const found = due(scheduleOf('*/5 * * * *', 'UTC', missed), T(at), T(now))
  expect(found).toEqual({ times: times.map(T), next: T(next) })
})

test('catches up on a month of seconds with a bounded number of runs', () => {
  const schedule = scheduleOf('* * * * * *', 'UTC', 'all')
  const found = due(schedule, '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z')
  expect(found.times).toHaveLength(MAX_CAUGHT_UP)
  expect(found.times.at(-1)).toBe('2026-06-01T00:00:00.000Z')
  expect(found.next).toBe('2026-06-01T00:00:01.000Z')
})
