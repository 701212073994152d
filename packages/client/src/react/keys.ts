import type { Scope } from '../protocol/wire-types.ts'

interface Keyed {
  scope: Scope
}

/** Query keys of a table's lists and rows. */
export function listKey({ scope }: Keyed, table: string) {
  return ['plinth', scope, table, 'list'] as const
}

export function rowKey({ scope }: Keyed, table: string) {
  return ['plinth', scope, table, 'row'] as const
}

export function currentUserKey({ scope }: Keyed) {
  return ['plinth', scope, 'current user'] as const
}
