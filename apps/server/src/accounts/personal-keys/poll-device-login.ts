import { pollDeviceLogin as endpoint, PERSONAL_KEY_PREFIX } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { addPersonalKey } from '../../foundation/callers/personal-key-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { readAgent } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { newToken } from '../passwords/new-token.ts'
import { dropDeviceLogin, lockPolledLoginForUpdate, savePoll } from './device-login-store.ts'

const SLOWER_SECONDS = 5
const MAX_INTERVAL_SECONDS = 60

interface Approved {
  name: string
  address: string
  staffId: string
  organisationId: string | null
  email: string
  projectIds: string[]
  readOnly: boolean
}

/** Creates the key with its audit entry and its notice; returns the secret. */
async function createPersonalKey(
  transaction: Transaction,
  { approved, request }: { approved: Approved; request: Call<typeof endpoint>['request'] },
): Promise<string> {
  const { name, address, staffId, organisationId, email, projectIds, readOnly } = approved
  const id = newId('pky')
  const secret = `${PERSONAL_KEY_PREFIX}${newToken()}`
  const key = { id, staffId, name, projectIds, readOnly, createdFrom: address }
  await addPersonalKey(transaction, { ...key, tokenHash: hashToken(secret) })
  const from = { address: request.ip, agent: readAgent(request), sessionId: null, keyId: id }
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId: request.id, from },
    entry: {
      action: 'created',
      entity: 'personal-key',
      entityId: id,
      after: { name, readOnly, projectIds },
    },
  })
  const about = `"${name}", ${readOnly ? 'read-only' : 'which may change data'}`
  await addNotice(transaction, {
    kind: 'personal-key-created',
    to: { id: staffId, email },
    request,
    about,
  })
  return secret
}

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const pollDeviceLogin = route(
  endpoint,
  async ({ body, request }, { db, durable }: AccountsContext) => {
    const deviceHash = hashToken(body.deviceCode)
    const answer = await db.transaction(async (transaction) => {
      const login = await lockPolledLoginForUpdate(transaction, deviceHash)
      if (!login) return undefined
      const { denied, intervalSeconds, staffId, email, projectIds, readOnly, isDisabled } = login
      if (denied) return 'denied' as const
      if (login.isTooEarly) {
        const slower = Math.min(intervalSeconds + SLOWER_SECONDS, MAX_INTERVAL_SECONDS)
        await savePoll(transaction, { deviceHash, intervalSeconds: slower })
        return { status: 'slow_down' as const, intervalSeconds: slower }
      }
      if (staffId === null) {
        await savePoll(transaction, { deviceHash, intervalSeconds })
        return { status: 'pending' as const, intervalSeconds }
      }
      await dropDeviceLogin(transaction, deviceHash)
      if (email === null || projectIds === null || readOnly === null || isDisabled) return undefined
      const approved = { ...login, staffId, email, projectIds, readOnly }
      const secret = await createPersonalKey(transaction, { approved, request })
      return { status: 'approved' as const, secret, email, readOnly, projectIds }
    })
    if (answer === undefined) {
      throw new ApiError(
        'not_found',
        'This login has expired or was already used. Run plinth login again.',
      )
    }
    if (answer === 'denied') throw new ApiError('forbidden', 'The login was denied in the console.')
    if (answer.status === 'approved') durable.wake()
    return answer
  },
)
