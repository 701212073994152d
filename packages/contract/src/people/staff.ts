import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, StaffId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { PersonName } from './member.ts'
import { Email, NewPassword, PendingReason, Role, User } from './person.ts'

/** Lifetime of an invitation link. */
export const INVITATION_HOURS = 72
const InvitationId = idOf('inv')

/** A member of the organisation as shown to its admins. */
export const StaffMember = User.extend({
  disabled: z.boolean(),
  pending: PendingReason.nullable(),
  twoFactor: z.boolean(),
  /** Whether the account is connected with an identity provider. */
  connected: z.boolean(),
  /** Whether the account signs in with its password although people sign in with the provider only. */
  breakGlass: z.boolean(),
  lastSignInOn: Timestamp.nullable(),
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: Role,
      /** The user is the project's only owner. */
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
  summary: "The organisation's users, paged by email",
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
  summary: 'Disable a user and end their sessions; admins can only be disabled on the command line',
  method: 'POST',
  path: '/api/staff/{staffId}/disable',
  access: 'admin',
  params: one,
  body: NoBody,
  answer: Done,
})
export const restoreStaff = endpoint({
  name: 'restoreStaff',
  summary: 'Enable a disabled user',
  method: 'POST',
  path: '/api/staff/{staffId}/restore',
  access: 'admin',
  params: one,
  body: NoBody,
  answer: Done,
})
export const approveStaff = endpoint({
  name: 'approveStaff',
  summary: 'Let an account that an owner created sign in without a confirmed address',
  method: 'POST',
  path: '/api/staff/{staffId}/approve',
  access: 'admin',
  params: one,
  body: NoBody,
  answer: Done,
})
export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'Open invitations',
  method: 'GET',
  path: '/api/invitation',
  access: 'admin',
  answer: z.object({ invitations: z.array(Invitation) }),
})
export const inviteStaff = endpoint({
  name: 'inviteStaff',
  summary:
    'Invite an address with a one-time link; replaces an open invitation of the same address',
  method: 'POST',
  path: '/api/invitation',
  access: 'admin',
  status: 201,
  body: z.strictObject({ email: Email }),
  /** The link is returned only once, and only if no mail server is configured. */
  answer: z.object({ invitation: Invitation, link: z.string().nullable() }),
})
export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: 'Revoke an invitation',
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
  summary: 'The recipient of an open invitation',
  method: 'POST',
  path: '/auth/invitation/open',
  access: 'public',
  body: z.strictObject({ token: InvitationToken }),
  answer: z.object({ email: z.string() }),
})
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accept an invitation with its token',
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
export const StaffPolicy = z.object({
  twoFactorRequired: z.boolean(),
  /** Owners cannot create users in their projects; admins create or invite them. */
  accountsByAdminsOnly: z.boolean(),
})
export type StaffPolicy = z.infer<typeof StaffPolicy>

export const getStaffPolicy = endpoint({
  name: 'getStaffPolicy',
  summary: "The organisation's policy for accounts and sign-in",
  method: 'GET',
  path: '/api/staff-policy',
  access: 'admin',
  answer: StaffPolicy,
})
export const saveStaffPolicy = endpoint({
  name: 'saveStaffPolicy',
  summary: 'Require two-factor authentication, or limit creating accounts to admins',
  method: 'PUT',
  path: '/api/staff-policy',
  access: 'admin',
  /** A field that is left out keeps its value. */
  body: z.strictObject(StaffPolicy.partial().shape),
  answer: Done,
})
