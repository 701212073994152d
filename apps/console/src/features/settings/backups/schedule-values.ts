import { BACKUP_RETENTION, type BackupSchedule, type BackupStore } from '@plinth/contract'
import { backupsStrings as strings } from './strings.ts'

const words = strings.schedule

export const RHYTHMS = ['hourly', 'daily', 'weekly', 'own'] as const
type Rhythm = (typeof RHYTHMS)[number]

/** Form values of a schedule. */
export interface ScheduleValues {
  rhythm: Rhythm
  /** As a time input writes it: 03:00. */
  time: string
  cron: string
  keepCount: number | null
  keepDays: number | null
  /** Undefined: the server's default file store. */
  store: BackupStore | undefined
}

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* (\*|0)$/

/** The frequency that matches a cron expression. */
export function readCron(cron: string): Pick<ScheduleValues, 'rhythm' | 'time' | 'cron'> {
  if (cron === '0 * * * *') return { rhythm: 'hourly', time: '03:00', cron }
  const [, minute, hour, day] = DAILY.exec(cron) ?? []
  if (minute === undefined || hour === undefined) return { rhythm: 'own', time: '03:00', cron }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return { rhythm: day === '0' ? 'weekly' : 'daily', time, cron }
}

export function writeCron({
  rhythm,
  time,
  cron,
}: Pick<ScheduleValues, 'rhythm' | 'time' | 'cron'>): string {
  if (rhythm === 'own') return cron.trim()
  if (rhythm === 'hourly') return '0 * * * *'
  const [hour = '3', minute = '0'] = time.split(':')
  return `${Number(minute)} ${Number(hour)} * * ${rhythm === 'weekly' ? '0' : '*'}`
}

/** Initial form values: the current schedule, or every night. */
export function scheduleValues(schedule: BackupSchedule | null | undefined): ScheduleValues {
  return {
    ...readCron(schedule?.cron ?? '0 3 * * *'),
    keepCount: schedule?.keepCount ?? BACKUP_RETENTION.count,
    keepDays: schedule?.keepDays ?? BACKUP_RETENTION.days,
    store: schedule?.store,
  }
}

/** Frequency and time as text. */
export function formatRhythm({
  cron,
  timezone,
}: Pick<BackupSchedule, 'cron' | 'timezone'>): string {
  const { rhythm, time } = readCron(cron)
  if (rhythm === 'hourly') return words.every.hourly
  if (rhythm === 'own') return `${cron} (${timezone})`
  return `${words.every[rhythm]} ${words.at(time)} (${timezone})`
}

/** An unchanged time keeps its time zone, even if a user in another zone saves. */
export function zoneOf(cron: string, schedule: BackupSchedule | null): string {
  const isKept = schedule !== null && schedule.cron === cron
  return isKept ? schedule.timezone : Intl.DateTimeFormat().resolvedOptions().timeZone
}
