import { type RowRequest, releaseRoom } from '../request/row-request.ts'
import type { SentRow } from '../statements/write/write-plan.ts'

/** Id, times and the database's own bytes of a row. */
const ROW_OVERHEAD = 64

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'object' && value !== null) return JSON.stringify(value).length
  return 8
}

/** About how many bytes rows take; the next measurement corrects it. */
export function estimateBytes(rows: readonly Pick<SentRow, 'values'>[]): number {
  let bytes = 0
  for (const { values } of rows) {
    bytes += ROW_OVERHEAD
    for (const value of values.values()) bytes += bytesOf(value)
  }
  return bytes
}

type Counted = Pick<RowRequest, 'context' | 'environment' | 'reserved' | 'isSandbox'>

/**
 * Reserves room for rows until they are counted, so that concurrent requests cannot use the same room. Throws 507 if the
 * project's budget has none. An adopted database counts nothing.
 */
export function requireRoom(
  { context, environment, reserved, isSandbox }: Counted,
  added: { rows: number; rowBytes: number },
): Promise<void> | undefined {
  if (environment.placement.connection || isSandbox) return undefined
  const release = context.usage.reserveRoom(environment.projectId, added)
  if (release instanceof Promise) return release.then((later) => void reserved.push(later))
  if (release) reserved.push(release)
  return undefined
}

/** Counts rows that were written or deleted, instead of the room that was reserved for them. */
export function countAddedRows(request: Counted, added: { rows: number; rowBytes: number }): void {
  const { context, environment, isSandbox } = request
  releaseRoom(request)
  if (!environment.placement.connection && !isSandbox)
    context.usage.addStorage(environment.projectId, added)
}
