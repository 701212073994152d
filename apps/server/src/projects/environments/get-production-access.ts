import { getProductionAccess as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { findProductionAccess } from './production-access-store.ts'

export const getProductionAccess = route(
  endpoint,
  async ({ project }, { db }: ProjectsContext) => ({
    access: await findProductionAccess(db, project.id),
  }),
)
