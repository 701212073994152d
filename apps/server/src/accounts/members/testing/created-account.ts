import { randomUUID } from 'node:crypto'
import { createMember, signIn } from '@plinth/contract'
import { guest, type Person } from '../../../app/testing/people.ts'

export const TEMPORARY = 'a temporary password'
export const OWN = 'a password of my own'

/** Creates an account with a temporary password as a member of the project. */
export async function createAccount(
  by: Person,
  { projectId, role }: { projectId: string; role: 'developer' | 'owner' },
) {
  const email = `${randomUUID()}@example.com`
  const { member } = await by.client.call(createMember, {
    params: { projectId },
    body: { email, firstName: 'Nell', lastName: 'New', role, password: TEMPORARY },
  })
  return member
}

export const enter = (email: string, password: string, newPassword?: string) =>
  guest().call(signIn, { body: { email, password, ...(newPassword ? { newPassword } : {}) } })
