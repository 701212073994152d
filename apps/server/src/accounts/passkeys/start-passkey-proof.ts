import { startPasskeyProof as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { requestOptions } from '../web-authn/start-challenge.ts'

export const startPasskeyProof = route(endpoint, async ({ caller }, context: AccountsContext) => {
  if (caller.kind !== 'staff') throw unauthenticated()
  const { staff, tokenHash: boundTo } = caller
  const use = { staffId: staff.id, purpose: 'reauthenticate' as const, boundTo }
  return { options: await requestOptions(context, use) }
})
