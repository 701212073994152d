import type { FastifyRequest } from 'fastify'
import { addressPrefix } from './address-prefix.ts'
import type { Caller } from './call.ts'

/** Names a caller by its token; undefined for guests. */
export function callerName(caller: Caller | undefined): string | undefined {
  if (caller?.kind === 'staff') return caller.staff.id
  if (caller?.kind === 'key') return caller.key.id
  if (caller?.kind !== 'user') return undefined
  // Users of several tables may have one id.
  const { environmentId, tableId, userId } = caller.user
  return `${environmentId}/${tableId}/${userId}`
}

/** Whether an environment treats a caller as a guest: the users of another one are guests, whom anyone can sign up. */
export const isGuestOf = (environmentId: string, caller: Caller | undefined): boolean =>
  caller === undefined ||
  caller.kind === 'guest' ||
  (caller.kind === 'user' && caller.user.environmentId !== environmentId)

/** Whom the limits of an environment count a caller for: guests by their network. */
export function holderOf(
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
  environmentId: string,
): string {
  const name = isGuestOf(environmentId, caller) ? undefined : callerName(caller)
  return name ?? addressPrefix(ip)
}
