import { listConstants as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectConstants as readConstants } from './constant-store.ts'
import { toConstant } from './to-constant.ts'

export const listConstants = route(endpoint, async ({ project }, { db }: ProjectsContext) => ({
  constants: (await readConstants(db, project.id)).map(toConstant),
}))
