import * as z from 'zod'
import { StaffId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

export const ROLES = ['admin', 'owner', 'developer'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>
/** Roles that can be assigned to a member; the admin role cannot be assigned through the API. */
export const ASSIGNABLE_ROLES = ['owner', 'developer'] as const
export const AssignableRole = z.enum(ASSIGNABLE_ROLES)
export type AssignableRole = z.infer<typeof AssignableRole>

/** Characters that separate or enclose addresses in a mail are refused: one account has one mailbox. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/

export const Email = StorableText.trim().max(254).regex(EMAIL, 'is not an email address')
export const NewPassword = z.string().min(8, 'needs at least 8 characters').max(256)

/**
 * What an account that an owner created waits for: a mailed link to confirm its address, or an admin where no mail
 * server is configured. Null once it may sign in.
 */
export const PendingReason = z.enum(['confirmation', 'approval'])
export type PendingReason = z.infer<typeof PendingReason>

export const User = z.object({
  id: StaffId,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: Role,
})
export type User = z.infer<typeof User>
/** The caller's own account, with the revision needed to save it. */
export const Profile = User.extend({ revision: z.number().int() })
export type Profile = z.infer<typeof Profile>

export const Organisation = z.object({ id: z.string(), name: z.string() })
