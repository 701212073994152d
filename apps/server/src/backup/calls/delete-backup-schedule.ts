import { deleteBackupSchedule as endpoint } from '@plinth/contract'
import { route } from '../../http/route.ts'
import { dropBackupSchedule, findBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'

export const deleteBackupSchedule = route(endpoint, ({ project, mutate }) =>
  mutate(async (transaction) => {
    const projectId = project.id
    const before = await findBackupSchedule(transaction, projectId)
    await dropBackupSchedule(transaction, projectId)
    return {
      answer: {},
      audit: {
        action: 'deleted',
        entity: 'backup schedule',
        entityId: projectId,
        projectId,
        ...(before ? { before: toSchedule(before) } : {}),
      },
    }
  }),
)
