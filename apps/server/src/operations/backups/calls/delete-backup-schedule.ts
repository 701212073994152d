import { deleteBackupSchedule as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { dropBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'
import { guardSchedule } from './guard-schedule.ts'

export const deleteBackupSchedule = route(endpoint, ({ project, request, mutate }) =>
  mutate(async (transaction) => {
    const projectId = project.id
    const basedOn = request.ifMatch
    const before = await guardSchedule(transaction, { projectId, basedOn, yours: null })
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
