import { getBackupSchedule as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { findBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'

export const getBackupSchedule = route(endpoint, async ({ project }, { db }: OperationsContext) => {
  const schedule = await findBackupSchedule(db, project.id)
  return { schedule: schedule ? toSchedule(schedule) : null }
})
