import { saveBackupSchedule as endpoint } from '@plinth/contract'
import type { Staff } from '../../../foundation/callers/session-store.ts'
import { requireRecentProof } from '../../../foundation/http/access/recent-proof.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import {
  nextTimes,
  readSchedule,
  type Schedule,
} from '../../../workflows/triggers/schedule/schedule.ts'
import type { OperationsContext } from '../../context.ts'
import { lockBackupSchedule, putBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'
import { nextTimeOf, scheduleBinding } from '../schedule/start-due-backup.ts'
import { chooseStore } from './choose-store.ts'
import { guardSchedule, staleSchedule } from './guard-schedule.ts'

/** The minimum interval; more frequent backups would never stop. */
const LEAST_MS = 3_600_000

function isTooOften(schedule: Schedule): boolean {
  const times = nextTimes(schedule, { after: new Date(), count: 50 })
  return times.some((time, at) => {
    const before = times[at - 1]
    return before !== undefined && time.getTime() - before.getTime() < LEAST_MS
  })
}

/** Parses the schedule and computes its next time. */
function readTimes({ cron, timezone }: { cron: string; timezone: string }) {
  const read = readSchedule({ cron, timezone })
  if ('issue' in read) throw invalid([read.issue])
  const nextAt = nextTimeOf(read.schedule)
  if (!nextAt) throw invalid([{ path: 'cron', message: 'has no next time' }])
  if (isTooOften(read.schedule)) {
    throw invalid([{ path: 'cron', message: 'must be at most once an hour' }])
  }
  return { cron: read.schedule.cron, timezone: read.schedule.timezone, nextAt }
}

interface Choosing {
  isNew: boolean
  staff: Staff
  before: Awaited<ReturnType<typeof guardSchedule>>
}

/**
 * The staff member whose passphrase it is: an admin who leaves an owner's unchanged does not become its
 * owner.
 */
function chooserOf({ isNew, staff, before }: Choosing) {
  const isCached = !isNew && staff.isAdmin && before !== undefined
  if (isCached) return { secretsBy: before.secretsBy, isAdmin: before.isAdmin }
  return { secretsBy: staff.id, isAdmin: staff.isAdmin }
}

export const saveBackupSchedule = route(endpoint, (call, { files, vault }: OperationsContext) =>
  call.mutate(async (transaction) => {
    const { body, request, staff } = call
    const projectId = call.project.id
    const times = readTimes(body)
    const { passphrase, ...yours } = body
    // Its backups will have secrets under this passphrase.
    if (passphrase) requireRecentProof(staff)
    const basedOn = request.ifMatch
    const before = await guardSchedule(transaction, { projectId, basedOn, yours })
    const sealed = passphrase ? vault.seal(passphrase, scheduleBinding(projectId)) : null
    const put = {
      projectId,
      ...times,
      store: chooseStore(files, body.store),
      keepCount: body.keepCount,
      keepDays: body.keepDays,
      passphrase: passphrase === undefined ? (before?.passphrase ?? null) : sealed,
      ...chooserOf({ isNew: passphrase !== undefined, staff, before }),
    }
    const revision = await putBackupSchedule(transaction, { put, over: basedOn })
    if (revision === undefined) {
      throw staleSchedule(await lockBackupSchedule(transaction, projectId), yours)
    }
    const schedule = toSchedule({ ...put, revision })
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
