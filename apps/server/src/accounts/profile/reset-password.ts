import { resetPassword as endpoint } from '@plinth/contract'
import { dropPersonalKeysOf } from '../../foundation/callers/personal-key-store.ts'
import { endSessionsOf } from '../../foundation/callers/session-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { refuseKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { setPassword } from '../sign-in/staff-store.ts'
import { dropIdentitiesOf } from '../sso/identity-store.ts'
import { findOnlyProvider } from '../sso-only/find-only-provider.ts'
import { takeReset } from './password-reset-store.ts'

export const resetPassword = route(
  endpoint,
  async ({ body, request, mutate }, context: AccountsContext) => {
    let email: string | undefined
    const done = await mutate(async (transaction) => {
      const reset = await takeReset(transaction, hashToken(body.token))
      if (!reset) {
        throw new ApiError(
          'invalid',
          'This link was used already or is too old. Ask for a new one.',
        )
      }
      const { staffId } = reset
      email = reset.email
      const only = await findOnlyProvider(context, transaction)
      if (only !== undefined) {
        throw new ApiError(
          'forbidden',
          `Sign in with ${only}. Your organisation allows no password links. Break-glass accounts get a new password on the server: npx plinth-server staff reset-password EMAIL.`,
        )
      }
      refuseKnownPassword({ password: body.password, email })
      await setPassword(transaction, { staffId, passwordHash: await hashPassword(body.password) })
      await endSessionsOf(transaction, staffId)
      await dropPersonalKeysOf(transaction, staffId)
      await dropIdentitiesOf(transaction, { staffId })
      // The first password of a new account replaces a temporary one, which is no change to its owner.
      if (!reset.isPending) {
        const to = { id: staffId, email: reset.email }
        await addNotice(transaction, { kind: 'password-changed', to, request })
      }
      return {
        answer: {},
        audit: { action: 'chose a new password', entity: 'staff', entityId: staffId },
      }
    })
    context.durable.wake()
    // An attacker's failed attempts must not keep the owner from signing in with the new password.
    if (email !== undefined) await context.signInLimit.remember({ email, ip: request.ip })
    return done
  },
)
