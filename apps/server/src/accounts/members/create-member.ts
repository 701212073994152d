import { createMember as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { refuseKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { joinProject } from './join-project.ts'
import { addStaff } from './org-user-store.ts'

export const createMember = route(endpoint, async ({ project, staff, body, mutate }) => {
  refuseKnownPassword(body)
  // Outside the transaction: hashing is slow by design and needs no connection.
  const passwordHash = await hashPassword(body.password)
  return mutate(async (transaction) => {
    const { organisationId } = staff
    const { email, firstName, lastName, role } = body
    const id = newId('stf')
    const added = { id, organisationId, email, firstName, lastName, passwordHash }
    if (!(await addStaff(transaction, added))) {
      throw taken({ path: 'email', message: 'This email is already in use.' })
    }
    return joinProject(transaction, {
      projectId: project.id,
      organisationId,
      memberId: id,
      role,
      action: 'created',
    })
  })
})
