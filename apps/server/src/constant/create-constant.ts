import { createConstant as endpoint } from '@plinth/contract'
import { taken } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { newId } from '../platform/new-id.ts'
import { chooseEnvironment } from '../project/choose-environment.ts'
import { chooseValue } from './choose-value.ts'
import { addConstant } from './constant-store.ts'
import { constantFacts, toConstant } from './to-constant.ts'

export const keyTaken = () =>
  taken({ path: 'key', message: 'This environment has a constant with this key already.' })

export const createConstant = route(endpoint, ({ project, body, mutate }, { vault }) =>
  mutate(async (transaction) => {
    const environment = await chooseEnvironment(transaction, {
      project,
      environmentId: body.environment,
    })
    const id = newId('cst')
    const stored = chooseValue(vault, {
      value: body.value,
      secret: body.secret,
      place: { projectId: project.id, environmentId: environment.id, constantId: id },
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
        after: constantFacts(after, { hidden: false }),
      },
    }
  }),
)
