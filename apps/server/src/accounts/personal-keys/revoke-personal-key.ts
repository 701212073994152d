import { revokePersonalKey as endpoint } from '@plinth/contract'
import { dropPersonalKey } from '../../foundation/callers/personal-key-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'

/** Throws 404 for a key of another account. */
export const revokePersonalKey = route(endpoint, ({ params, staff, mutate }) =>
  mutate(async (transaction) => {
    const keyId = params.personalKeyId
    const dropped = await dropPersonalKey(transaction, { staffId: staff.id, keyId })
    if (!dropped) throw notFound()
    const before = { name: dropped.name }
    return {
      answer: {},
      audit: { action: 'revoked', entity: 'personal-key', entityId: keyId, before },
    }
  }),
)
