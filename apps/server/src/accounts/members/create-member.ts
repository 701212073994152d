import { createMember as endpoint } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { AccountsContext } from '../context.ts'
import { refuseKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refusePasswordAccounts } from '../sso-only/find-only-provider.ts'
import { joinProject } from './join-project.ts'
import { addStaff } from './org-user-store.ts'
import { readStaffPolicy } from './staff-policy-store.ts'

const adminsOnly = () =>
  new ApiError(
    'forbidden',
    'Only an admin can create users in this organisation. Ask an admin to invite this person, then add them here.',
  )

/** An account that an owner creates cannot sign in until its address is confirmed or an admin approves it. */
export const createMember = route(endpoint, async (call, context: AccountsContext) => {
  const { project, staff, body, mutate } = call
  const { mailer, signInLimit, durable } = context
  refuseKnownPassword(body)
  if (!staff.isAdmin) await signInLimit.createAccount(staff.id)
  // Outside the transaction: hashing is slow by design and needs no connection.
  const passwordHash = await hashPassword(body.password)
  const unconfirmed = mailer.configured ? ('confirmation' as const) : ('approval' as const)
  const pending = staff.isAdmin ? null : unconfirmed
  const answer = await mutate(async (transaction) => {
    await refusePasswordAccounts(context, transaction)
    const { organisationId } = staff
    const { accountsByAdminsOnly } = await readStaffPolicy(transaction, organisationId)
    if (accountsByAdminsOnly && !staff.isAdmin) throw adminsOnly()
    const { email, firstName, lastName, role } = body
    const id = newId('stf')
    const added = { id, organisationId, email, firstName, lastName, passwordHash, pending }
    if (!(await addStaff(transaction, added))) {
      throw taken({ path: 'email', message: 'This email is already in use.' })
    }
    if (pending === 'confirmation') {
      await addToOutbox(transaction, { topic: 'sendConfirmation', key: id })
    }
    return joinProject(transaction, {
      projectId: project.id,
      organisationId,
      memberId: id,
      role,
      action: 'created',
    })
  })
  durable.wake()
  return answer
})
