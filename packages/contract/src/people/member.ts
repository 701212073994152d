import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId, StaffId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { AssignableRole, Email, NewPassword, PendingReason, Profile, User } from './person.ts'

export const Member = User.extend({
  revision: z.number().int(),
  /** The member is the project's only owner and cannot be removed or demoted. */
  last_owner: z.boolean(),
  pending: PendingReason.nullable(),
})
export type Member = z.infer<typeof Member>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, memberId: StaffId })
export const PersonName = StorableText.trim()
  .min(1, 'is required')
  .max(120, 'is too long: at most 120 characters')
const answer = z.object({ member: Member })

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'The members of a project',
  method: 'GET',
  path: '/api/project/{projectId}/member',
  access: 'project:developer',
  params: project,
  answer: z.object({ members: z.array(Member) }),
})
export const createMember = endpoint({
  name: 'createMember',
  summary:
    'Create a user and add them as a member; made by an owner, the account must be confirmed before it can sign in',
  method: 'POST',
  path: '/api/project/{projectId}/member',
  access: 'project:owner',
  use: 'manage',
  status: 201,
  params: project,
  body: z.strictObject({
    email: Email,
    firstName: PersonName,
    lastName: PersonName,
    role: AssignableRole,
    password: NewPassword,
  }),
  answer,
})
export const addMember = endpoint({
  name: 'addMember',
  summary: 'Add an existing organisation user as a member',
  method: 'PUT',
  path: '/api/project/{projectId}/member',
  access: 'project:owner',
  use: 'manage',
  params: project,
  body: z.strictObject({ userId: StaffId, role: AssignableRole }),
  answer,
})
export const updateMember = endpoint({
  name: 'updateMember',
  summary: "Change a member's role",
  method: 'PUT',
  path: '/api/project/{projectId}/member/{memberId}',
  access: 'project:owner',
  use: 'manage',
  params: one,
  body: z.strictObject({ role: AssignableRole }),
  answer,
})
export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Remove a member from the project',
  method: 'DELETE',
  path: '/api/project/{projectId}/member/{memberId}',
  access: 'project:owner',
  use: 'manage',
  params: one,
  body: NoBody,
  answer: Done,
})
export const listOrgUsers = endpoint({
  name: 'listOrgUsers',
  summary: 'Organisation users who can be added, at most 200 sorted by email',
  method: 'GET',
  path: '/api/project/{projectId}/orgUsers',
  access: 'project:owner',
  params: project,
  query: z.strictObject({ search: StorableText.trim().max(120).default('') }),
  answer: z.object({ orgUsers: z.array(User) }),
})
export const saveProfile = endpoint({
  name: 'saveProfile',
  summary: "Save the caller's profile; a null password keeps the current one",
  method: 'PUT',
  path: '/api/project/{projectId}/user/{userId}',
  access: 'project:developer',
  use: 'manage',
  proof: 'conditional',
  params: z.strictObject({ projectId: ProjectId, userId: StaffId }),
  body: z.strictObject({
    email: Email,
    first_name: PersonName,
    last_name: PersonName,
    password: NewPassword.nullable(),
    /** Required when the email or the password changes. */
    currentPassword: z.string().max(256).optional(),
  }),
  answer: z.object({ user: Profile }),
})
