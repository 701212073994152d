import { listTrash as endpoint, type TrashItem } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { readTarget } from './start-release.ts'

export const listTrash = route(endpoint, async ({ project }, context: OperationsContext) => {
  const { placement } = await readTarget(context, { projectId: project.id, environment: 'dev' })
  const { trash } = await context.engines[placement.engine].readCatalogue(placement)
  return {
    trash: trash.flatMap((item): TrashItem[] => {
      if (item.kind === 'join' || item.reason !== 'dropped') return []
      const { id, kind, name, tableId, trashedOn } = item
      return [{ id, kind, name, tableId, trashedOn }]
    }),
  }
})
