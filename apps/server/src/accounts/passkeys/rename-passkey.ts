import { renamePasskey as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { setPasskeyName } from '../web-authn/passkey-store.ts'

/** Throws 404 for a passkey of another account. */
export const renamePasskey = route(endpoint, ({ params, staff, body, mutate }) =>
  mutate(async (transaction) => {
    const { passkeyId: id } = params
    const former = await setPasskeyName(transaction, { staffId: staff.id, id, name: body.name })
    if (former === undefined) throw notFound()
    return {
      answer: {},
      audit: {
        ...{ action: 'renamed', entity: 'passkey', entityId: id },
        ...{ before: { name: former }, after: { name: body.name } },
      },
    }
  }),
)
