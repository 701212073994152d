import type { Refusal } from '../../../foundation/http/errors/refusal.ts'
import { stale } from '../../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { holdBackupSchedule, toSchedule } from '../schedule/schedule-store.ts'

interface Based {
  projectId: string
  /** The revision that was looked at, 0 for none; undefined where nobody says. */
  basedOn: number | undefined
  yours: unknown
}

type Held = Awaited<ReturnType<typeof holdBackupSchedule>>

/** The answer to whoever looked at another schedule than there is now. */
export function staleSchedule(held: Held, yours: unknown): Refusal {
  const theirs = held ? toSchedule(held) : null
  return stale({ revision: held?.revision ?? 0, theirs, yours })
}

/** The schedule that is saved over, unless it is another than the one that was looked at. */
export async function guardSchedule(
  transaction: Transaction,
  { projectId, basedOn, yours }: Based,
): Promise<Held> {
  const held = await holdBackupSchedule(transaction, projectId)
  if (basedOn !== undefined && basedOn !== (held?.revision ?? 0)) throw staleSchedule(held, yours)
  return held
}
