import type { Caller } from './call.ts'

/** Who a repeated request must come from to be the same request. */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'guest') return 'guest'
  if (caller.kind === 'staff') return caller.staff.id
  if (caller.kind === 'key') return caller.key.id
  const { environmentId, tableId, userId } = caller.user
  return `${environmentId}/${tableId}/${userId}`
}
