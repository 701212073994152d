import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, StaffId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { PersonName } from './member.ts'
import { Email, NewPassword, Role, User } from './person.ts'

/** For how long an invitation's link works. */
export const INVITATION_HOURS = 72
const InvitationId = idOf('inv')

/** Somebody of the organisation as its admins see them. */
export const StaffMember = User.extend({
  disabled: z.boolean(),
  twoStep: z.boolean(),
  lastSignInOn: Timestamp.nullable(),
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: Role,
      /** Nobody else owns it. */
      lastOwner: z.boolean(),
    }),
  ),
})
export type StaffMember = z.infer<typeof StaffMember>

export const Invitation = z.object({
  id: InvitationId,
  email: z.string(),
  invitedBy: z.string(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>

const one = z.strictObject({ staffId: StaffId })

export const listStaff = endpoint({
  name: 'listStaff',
  summary: 'The people of the organisation, a page at a time by e-mail',
  method: 'GET',
  path: '/api/staff',
  access: 'admin',
  query: z.strictObject({
    search: StorableText.trim().max(120).default(''),
    cursor: StorableText.max(254).default(''),
  }),
  answer: z.object({ staff: z.array(StaffMember), nextCursor: z.string().nullable() }),
})
export const disableStaff = endpoint({
  name: 'disableStaff',
  summary: 'Keep somebody out and end their sessions at once; admins only on the command line',
  method: 'POST',
  path: '/api/staff/{staffId}/disable',
  access: 'admin',
  params: one,
  body: NoBody,
  answer: Done,
})
export const restoreStaff = endpoint({
  name: 'restoreStaff',
  summary: 'Let somebody who was disabled sign in again',
  method: 'POST',
  path: '/api/staff/{staffId}/restore',
  access: 'admin',
  params: one,
  body: NoBody,
  answer: Done,
})
export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'Invitations that nobody has accepted yet',
  method: 'GET',
  path: '/api/invitation',
  access: 'admin',
  answer: z.object({ invitations: z.array(Invitation) }),
})
export const inviteStaff = endpoint({
  name: 'inviteStaff',
  summary:
    'Mail a link that works once; a second invitation of the same address replaces the first',
  method: 'POST',
  path: '/api/invitation',
  access: 'admin',
  status: 201,
  body: z.strictObject({ email: Email }),
  /** The link is shown only where no mail server is set, and only this once. */
  answer: z.object({ invitation: Invitation, link: z.string().nullable() }),
})
export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: "Make an invitation's link useless",
  method: 'DELETE',
  path: '/api/invitation/{invitationId}',
  access: 'admin',
  params: z.strictObject({ invitationId: InvitationId }),
  body: NoBody,
  answer: Done,
})
const InvitationToken = z.string().min(1).max(256)

export const openInvitation = endpoint({
  name: 'openInvitation',
  summary: 'Whom an invitation is for, as long as it can be accepted',
  method: 'POST',
  path: '/auth/invitation/open',
  access: 'public',
  body: z.strictObject({ token: InvitationToken }),
  answer: z.object({ email: z.string() }),
})
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Become staff with the token of an invitation',
  method: 'POST',
  path: '/auth/invitation',
  access: 'public',
  body: z.strictObject({
    token: InvitationToken,
    firstName: PersonName,
    lastName: PersonName,
    password: NewPassword,
  }),
  answer: z.object({ email: z.string() }),
})
export const getStaffPolicy = endpoint({
  name: 'getStaffPolicy',
  summary: 'What the organisation asks of its people',
  method: 'GET',
  path: '/api/staff-policy',
  access: 'admin',
  answer: z.object({ twoStepRequired: z.boolean() }),
})
export const saveStaffPolicy = endpoint({
  name: 'saveStaffPolicy',
  summary: 'Ask everybody for two-step sign-in, or leave it to them',
  method: 'PUT',
  path: '/api/staff-policy',
  access: 'admin',
  body: z.strictObject({ twoStepRequired: z.boolean() }),
  answer: Done,
})
