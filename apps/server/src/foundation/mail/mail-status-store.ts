import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

interface DeliveryState extends Record<string, unknown> {
  deliveredAt: Date | null
  failedAt: Date | null
  failure: string
}

export async function readDeliveryState(on: Queryable): Promise<DeliveryState> {
  const [row] = await on.query<DeliveryState>(sql`
    select delivered_at as "deliveredAt", failed_at as "failedAt", failure from mail_status`)
  return row ?? { deliveredAt: null, failedAt: null, failure: '' }
}

export async function setDelivered(on: Queryable): Promise<void> {
  await on.query(sql`update mail_status set delivered_at = now()`)
}

export async function setFailed(on: Queryable, failure: string): Promise<void> {
  await on.query(sql`update mail_status set failed_at = now(), failure = ${failure}`)
}
