import { getBackupSchedule as endpoint } from '@plinth/contract'
import { route } from '../../http/route.ts'
import { findBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'

export const getBackupSchedule = route(endpoint, async ({ project }, { db }) => {
  const found = await findBackupSchedule(db, project.id)
  return { schedule: found ? toSchedule(found) : null }
})
