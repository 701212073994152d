import { updateConstant as endpoint } from '@plinth/contract'
import type { Call } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction, requireEnvironment } from '../environments/require-environment.ts'
import { chooseValue } from './choose-value.ts'
import { lockConstantForUpdate, type StoredConstant, saveConstant } from './constant-store.ts'
import { keyTaken } from './create-constant.ts'
import { constantSnapshot, toConstant } from './to-constant.ts'

type UpdateCall = Call<typeof endpoint>

/** Throws 409 for an outdated revision, without echoing a secret. */
function refuseStale({ request, body }: UpdateCall, before: StoredConstant): void {
  if (request.ifMatch === undefined || request.ifMatch === before.revision) return
  const secret = body.secret ?? before.sealed !== null
  throw stale({
    revision: before.revision,
    theirs: toConstant(before),
    yours: { ...body, secret, value: secret ? '' : body.value },
  })
}

/** Snapshots before and after; both hide the value if it was or becomes a secret. */
function snapshotsOf(before: StoredConstant, after: StoredConstant) {
  const hidden = before.sealed !== null || after.sealed !== null
  const replaced = hidden && before.sealed !== after.sealed
  return {
    before: constantSnapshot(before, { hidden }),
    after: { ...constantSnapshot(after, { hidden }), ...(replaced ? { new_value: true } : {}) },
  }
}

export const updateConstant = route(endpoint, (call, { vault }: ProjectsContext) =>
  call.mutate(async (transaction) => {
    const { project, params, body } = call
    const before = await lockConstantForUpdate(transaction, {
      projectId: project.id,
      constantId: params.id,
    })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    const to = await requireEnvironment(transaction, { project, environmentId: body.environment })
    refuseStale(call, before)
    const key = { projectId: project.id, environmentId: to.id, constantId: before.id }
    const value = chooseValue(vault, { value: body.value, secret: body.secret, key, before })
    const saved = { ...value, id: before.id, key: body.key, environmentId: to.id }
    if (!(await saveConstant(transaction, saved))) throw keyTaken()
    const after = { ...saved, environment: to.name, revision: before.revision + 1 }
    return {
      answer: { constant: toConstant(after) },
      audit: {
        action: 'changed',
        entity: 'constant',
        entityId: before.id,
        projectId: project.id,
        environment: to.name,
        ...snapshotsOf(before, after),
      },
    }
  }),
)
