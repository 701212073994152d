import { getProductionAccess as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { findProductionAccess } from './production-access-store.ts'

export const getProductionAccess = route(endpoint, async ({ project }, { db }) => ({
  access: await findProductionAccess(db, project.id),
}))
