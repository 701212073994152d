import type { FieldIssue } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import { Cron } from 'croner'

/** What to do with times that passed while the server was down. */
const MISSED = ['once', 'skip', 'all'] as const

export interface Schedule {
  cron: string
  timezone: string
  missed: (typeof MISSED)[number]
}

const FIELDS = /^(\S+\s+){4,5}\S+$/
const NAMED = /^@(yearly|annually|monthly|weekly|daily|hourly)$/i
const LONGEST = 200

function open({ cron, timezone }: Pick<Schedule, 'cron' | 'timezone'>): Cron {
  return new Cron(cron, { timezone, mode: '5-or-6-parts', paused: true })
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Parses the schedule of a node; returns every problem with its parameter. */
export function readSchedule(parameters: {
  [name: string]: Json
}): { schedule: Schedule } | { issue: FieldIssue } {
  const said = (name: string, otherwise: string) =>
    String((Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? otherwise).trim()
  const cron = said('cron', '')
  const timezone = said('timezone', '') || 'UTC'
  const missed = MISSED.find((one) => one === said('missed', 'once')) ?? 'once'
  if (!isZone(timezone)) {
    const message = `There is no time zone "${timezone.slice(0, 60)}"; write one like Europe/Berlin.`
    return { issue: { path: 'timezone', message } }
  }
  const issue = {
    path: 'cron',
    message: 'is not a schedule: write minute, hour, day, month and weekday, like 0 9 * * 1-5.',
  }
  if (cron.length > LONGEST || !(FIELDS.test(cron) || NAMED.test(cron))) return { issue }
  try {
    open({ cron, timezone })
  } catch {
    return { issue }
  }
  return { schedule: { cron, timezone, missed } }
}

/** The first times after a moment; fewer if the schedule ends. */
export function nextTimes(schedule: Schedule, { after, count }: { after: Date; count: number }) {
  return open(schedule).nextRuns(count, after)
}

/** The last times up to and including a moment, oldest first. */
export function passedTimes(schedule: Schedule, { until, count }: { until: Date; count: number }) {
  // Croner works in whole seconds and excludes the given one.
  return open(schedule)
    .previousRuns(count, new Date(until.getTime() + 1000))
    .toReversed()
}
