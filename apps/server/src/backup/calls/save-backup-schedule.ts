import { saveBackupSchedule as endpoint } from '@plinth/contract'
import { invalid } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { nextTimes, readSchedule, type Schedule } from '../../trigger/schedule/schedule.ts'
import { nextTimeOf, scheduleBinding } from '../schedule/keep-schedules.ts'
import { findBackupSchedule, putBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'
import { chooseStore } from './choose-store.ts'

/** More often, and backups would follow each other without end. */
const LEAST_MS = 3_600_000

function isTooOften(schedule: Schedule): boolean {
  const times = nextTimes(schedule, { after: new Date(), count: 50 })
  return times.some((time, at) => {
    const before = times[at - 1]
    return before !== undefined && time.getTime() - before.getTime() < LEAST_MS
  })
}

export const saveBackupSchedule = route(endpoint, ({ project, body, mutate }, { files, vault }) =>
  mutate(async (transaction) => {
    const projectId = project.id
    const read = readSchedule({ cron: body.cron, timezone: body.timezone })
    if ('issue' in read) throw invalid([read.issue])
    const { cron, timezone } = read.schedule
    const nextAt = nextTimeOf({ cron, timezone })
    if (!nextAt) throw invalid([{ path: 'cron', message: 'never comes' }])
    if (isTooOften(read.schedule)) {
      throw invalid([{ path: 'cron', message: 'is too often: at most once an hour' }])
    }
    const before = await findBackupSchedule(transaction, projectId)
    const { passphrase } = body
    const sealed = passphrase ? vault.seal(passphrase, scheduleBinding(projectId)) : null
    const put = {
      projectId,
      cron,
      timezone,
      store: chooseStore(files, body.store),
      keepCount: body.keepCount,
      keepDays: body.keepDays,
      passphrase: passphrase === undefined ? (before?.passphrase ?? null) : sealed,
      nextAt,
    }
    await putBackupSchedule(transaction, put)
    const schedule = toSchedule(put)
    return {
      answer: { schedule },
      audit: {
        action: 'saved',
        entity: 'backup schedule',
        entityId: projectId,
        projectId,
        ...(before ? { before: toSchedule(before) } : {}),
        after: schedule,
      },
    }
  }),
)
