import type { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { stale } from '../../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { lockBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'

interface Based {
  projectId: string
  /** The revision the client has seen, 0 for none; undefined without an If-Match. */
  basedOn: number | undefined
  yours: unknown
}

type Held = Awaited<ReturnType<typeof lockBackupSchedule>>

/** The `stale` error for a client that has seen another revision of the schedule. */
export function staleSchedule(held: Held, yours: unknown): ApiError {
  const theirs = held ? toSchedule(held) : null
  return stale({ revision: held?.revision ?? 0, theirs, yours })
}

/** Locks and returns the current schedule; throws `stale` if the client has seen another revision. */
export async function guardSchedule(
  transaction: Transaction,
  { projectId, basedOn, yours }: Based,
): Promise<Held> {
  const held = await lockBackupSchedule(transaction, projectId)
  if (basedOn !== undefined && basedOn !== (held?.revision ?? 0)) throw staleSchedule(held, yours)
  return held
}
