import { deleteKey as endpoint } from '@plinth/contract'
import { dropKey, lockKeyForUpdate } from '../../foundation/callers/api-key-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { keySnapshot, readApplied, toKey } from './to-key.ts'

export const deleteKey = route(
  endpoint,
  async ({ project, params, mutate }, { apiKeys }: ProjectsContext) => {
    const ended: Buffer[] = []
    const answer = await mutate(async (transaction) => {
      const projectId = project.id
      const before = await lockKeyForUpdate(transaction, { projectId, keyId: params.id })
      if (!before) throw notFound()
      const { environment, tokenHash } = before
      guardProduction(project, environment)
      await dropKey(transaction, { id: before.id, tokenHash })
      ended.push(tokenHash)
      const applied = await readApplied(transaction, { projectId, environment })
      return {
        answer: {},
        audit: {
          action: 'revoked',
          entity: 'key',
          entityId: before.id,
          projectId,
          environment,
          before: keySnapshot(toKey(before, applied)),
        },
      }
    })
    // Other processes are notified; this one must evict the key before it answers.
    apiKeys.forget(ended)
    return answer
  },
)
