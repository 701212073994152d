import { createHash } from 'node:crypto'
import { deviceAddress } from './address-prefix.ts'
import type { Caller } from './call.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Keyed {
  readonly caller: Caller
  /** The Idempotency-Key. */
  readonly key: string
  /** Everything that distinguishes the request from others. */
  readonly content: string
  readonly ip: string
}

/**
 * Guests have no id, so requests with different content belong to different guests. A random key identifies the guest;
 * under a guessable key, equal requests count as repeats only from the same device.
 */
function guestOf({ key, content, ip }: Keyed): string {
  const device = UUID.test(key) ? '' : deviceAddress(ip)
  return `guest/${createHash('sha256').update(`${device}\n${content}`).digest('base64url')}`
}

/** The principal of an Idempotency-Key: a repeated request must come from the same one. */
export function principalOf(keyed: Keyed): string {
  const { caller } = keyed
  if (caller.kind === 'guest') return guestOf(keyed)
  if (caller.kind === 'staff') return caller.staff.personalKey?.id ?? caller.staff.id
  if (caller.kind === 'key') return caller.key.id
  const { environmentId, tableId, userId, actor } = caller.user
  const user = `${environmentId}/${tableId}/${userId}`
  return actor ? `${user}/${actor.staffId}` : user
}
