import { createConstant as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { requireEnvironment } from '../environments/require-environment.ts'
import { chooseValue } from './choose-value.ts'
import { addConstant } from './constant-store.ts'
import { constantSnapshot, toConstant } from './to-constant.ts'

export const keyTaken = () =>
  taken({ path: 'key', message: 'This environment has a constant with this key already.' })

export const createConstant = route(
  endpoint,
  ({ project, body, mutate }, { vault }: ProjectsContext) =>
    mutate(async (transaction) => {
      const environment = await requireEnvironment(transaction, {
        project,
        environmentId: body.environment,
      })
      const id = newId('cst')
      const stored = chooseValue(vault, {
        value: body.value,
        secret: body.secret,
        key: { projectId: project.id, environmentId: environment.id, constantId: id },
        before: undefined,
      })
      const added = { ...stored, id, key: body.key, environmentId: environment.id }
      if (!(await addConstant(transaction, added))) throw keyTaken()
      const after = { ...added, environment: environment.name, revision: 1 }
      return {
        answer: { constant: toConstant(after) },
        audit: {
          action: 'created',
          entity: 'constant',
          entityId: id,
          projectId: project.id,
          environment: environment.name,
          after: constantSnapshot(after, { hidden: false }),
        },
      }
    }),
)
