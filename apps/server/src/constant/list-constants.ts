import { listConstants as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listConstants as readConstants } from './constant-store.ts'
import { toConstant } from './to-constant.ts'

export const listConstants = route(endpoint, async ({ project }, { db }) => ({
  constants: (await readConstants(db, project.id)).map(toConstant),
}))
