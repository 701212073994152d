import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Caller } from '../../foundation/http/calls/call.ts'
import type { CallingAddress } from '../request/calling-address.ts'

/** Key under which uploads are counted. */
export interface UploadCaller {
  name: string
  /** Guests and app users; staff and API keys are not. */
  isOutsider: boolean
  /** The key that named a guest's address; all guests that it names have a limit of their own. */
  namedBy?: string
}

/** Guests are counted per network prefix. An app user of another environment is a guest. */
export function uploadCallerOf(
  caller: Caller,
  { environmentId, ip, namedBy }: CallingAddress & { environmentId: string },
): UploadCaller {
  if (caller.kind === 'staff') return { name: `staff ${caller.staff.id}`, isOutsider: false }
  if (caller.kind === 'key') return { name: `key ${caller.key.id}`, isOutsider: false }
  if (caller.kind === 'user' && caller.user.environmentId === environmentId)
    return { name: `user ${caller.user.tableId}/${caller.user.userId}`, isOutsider: true }
  return { name: `guest ${addressPrefix(ip)}`, isOutsider: true, ...(namedBy && { namedBy }) }
}
