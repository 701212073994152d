import { listRestores as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../../context.ts'
import { selectRestores as list } from '../restore/restore-store.ts'

export const listRestores = route(endpoint, async ({ project }, { db }: OperationsContext) => ({
  restores: await list(db, project.id),
}))
