import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { lockUnconfirmed, type Unconfirmed } from '../file-store/unconfirmed-store.ts'
import type { UploadCaller } from './upload-caller.ts'

/** Smaller files count as this much, so that their number is limited too. */
const MIN_RESERVED = 256 * 1024
const CALLER_SHARE = 1 / 4
/** The rest is reserved for staff and API keys. */
const OUTSIDERS_SHARE = 1 / 2
/** As long as an upload URL is valid. */
const RETRY_SECONDS = 15 * 60
const MB = 1024 * 1024

export const reservedFor = (bytes: number): number => Math.max(bytes, MIN_RESERVED)

interface Reservation {
  projectId: string
  caller: UploadCaller
  files: number
  bytes: number
  /** Bytes that a project may have in uploads that no row references. */
  maxBytes: number
}

const full = (whose: string, bytes: number) =>
  new ApiError(
    'rate_limited',
    `${whose} more than ${Math.round(bytes / MB)} MB of uploads that no row holds yet. Save the rows that they are for, or try again in 15 minutes.`,
    { retryAfterSeconds: RETRY_SECONDS },
  )

function check(now: Unconfirmed, { caller, files, bytes, maxBytes }: Reservation): void {
  // A single file over the share is allowed while nothing else counts against it.
  const isOver = (sum: number, share: number) =>
    (sum > 0 || files > 1) && sum + bytes > maxBytes * share
  if (isOver(now.caller, CALLER_SHARE)) throw full('You would have', maxBytes * CALLER_SHARE)
  if (caller.isOutsider && isOver(now.outsiders, OUTSIDERS_SHARE))
    throw full('Guests and users of this app would have', maxBytes * OUTSIDERS_SHARE)
  if (isOver(now.project, 1)) throw full('This project would have', maxBytes)
}

/**
 * Throws `rate_limited` if a project, its outsiders or the caller would have too many unconfirmed bytes. The upload must
 * be recorded in the same transaction, whose lock makes the limit exact.
 */
export async function reserveBytes(
  transaction: Transaction,
  reservation: Reservation,
): Promise<void> {
  const { projectId, caller } = reservation
  check(await lockUnconfirmed(transaction, { projectId, caller: caller.name }), reservation)
}
