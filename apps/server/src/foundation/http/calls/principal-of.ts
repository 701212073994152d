import { createHash } from 'node:crypto'
import { deviceAddress } from './address-prefix.ts'
import type { Caller } from './call.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Keyed {
  readonly caller: Caller
  /** The Idempotency-Key. */
  readonly key: string
  /** Everything that makes the request what it is. */
  readonly content: string
  readonly ip: string
}

/**
 * Nothing names a guest, so another content is another guest's request. Of equal requests under a key that two
 * guests may both think of, only those from the same device are repeats; nobody else can know a random key.
 */
function guestOf({ key, content, ip }: Keyed): string {
  const device = UUID.test(key) ? '' : deviceAddress(ip)
  return `guest/${createHash('sha256').update(`${device}\n${content}`).digest('base64url')}`
}

/** Who a repeated request must come from to be the same request. */
export function principalOf(keyed: Keyed): string {
  const { caller } = keyed
  if (caller.kind === 'guest') return guestOf(keyed)
  if (caller.kind === 'staff') return caller.staff.id
  if (caller.kind === 'key') return caller.key.id
  const { environmentId, tableId, userId } = caller.user
  return `${environmentId}/${tableId}/${userId}`
}
