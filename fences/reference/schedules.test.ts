import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  nextTimes,
  readSchedule,
} from '../../apps/server/src/workflows/triggers/schedule/schedule.ts'
import { triggerSchedule } from '../../packages/engine/src/nodes/trigger-schedule/definition.ts'
import { readRows } from './read-rows.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/schedules.md'), 'utf8')
const rows = readRows(page)
const AFTER = new Date('2026-01-02T03:04:00Z')

/** The next two times of a line, as the page writes them. */
function computeTimes(cron: string, timezone: string): string {
  const read = readSchedule({ cron, timezone })
  if ('issue' in read) return read.issue.message
  const times = nextTimes(read.schedule, { after: AFTER, count: 2 })
  return times.map((time) => time.toISOString().slice(0, 16)).join(', ')
}

const schedules = rows.filter(({ length }) => length === 3)

test('the page has examples', () => expect(schedules.length).toBeGreaterThan(5))

test.each(schedules)('%s in %s', (cron = '', timezone = '', times) => {
  expect(computeTimes(cron, timezone)).toBe(times)
})

test('the choices for missed times are those of the node', () => {
  const { missed } = triggerSchedule.input_schemas.default ?? {}
  const choices = rows.filter(({ length }) => length === 2).map(([choice]) => choice)
  expect(choices).toEqual(missed?.ui.options?.map(({ value }) => value))
})
