import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { TokenBuckets } from '../concurrency/token-buckets.ts'
import type { Database } from '../platform/database.ts'
import { type AuditAuthor, addAudit, findAuditedProject } from './audit-store.ts'
import type { SensitiveAct } from './sensitive-acts.ts'

/** Rows of one caller at once, and how many seconds until the next one. */
const BURST = 20
const SECONDS_PER_ROW = 360
const MAX_CALLERS = 10_000

/** A refused attempt at a sensitive act. */
export interface Refusal {
  readonly act: SensitiveAct
  readonly entityId: string
  /** The project that the call named; recorded if the caller's organisation or key has it. */
  readonly projectId: string | undefined
  readonly author: AuditAuthor
  /** Callers with the same text share one allowance of rows. */
  readonly caller: string
  readonly reason: Readonly<Record<string, unknown>>
}

/** Records refused attempts. */
export interface Refusals {
  /** Returns at once; the row is written in the background, so that refusals take no longer than before. */
  record(refusal: Refusal): void
  /** Waits for the rows that are being written. */
  close(): Promise<void>
}

/**
 * Opens the record of refused attempts. Repeated attempts of a caller write a bounded number of rows; the next row says
 * how many were left out.
 */
export function openRefusals({ db, log }: { db: Database; log: Logger }): Refusals {
  const allowance = new TokenBuckets({
    perSecond: 1 / SECONDS_PER_ROW,
    burst: BURST,
    maxKeys: MAX_CALLERS,
  })
  const leftOut = new LRUCache<string, number>({ max: MAX_CALLERS })
  const writing = new Set<Promise<void>>()

  async function write(refusal: Refusal, omitted: number): Promise<void> {
    const { act, author, entityId, reason } = refusal
    await db.transaction(async (transaction) => {
      const projectId = await findAuditedProject(transaction, refusal)
      await addAudit(transaction, {
        author,
        entry: {
          action: `was refused: ${act.verb}`,
          entity: act.area,
          entityId,
          ...(projectId !== undefined && { projectId }),
          after: { ...reason, ...(omitted > 0 && { omitted }) },
        },
      })
    })
  }

  return {
    record(refusal) {
      const { caller } = refusal
      const omitted = leftOut.get(caller) ?? 0
      if (!allowance.take(caller).isAllowed) {
        leftOut.set(caller, omitted + 1)
        return
      }
      leftOut.delete(caller)
      // The refused call may be inside a transaction, which will be rolled back.
      const written = db
        .outside(() => write(refusal, omitted))
        .catch((error: unknown) => {
          log.warn({ err: error, act: refusal.act }, 'audit: refusal not recorded')
        })
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    async close() {
      await Promise.all(writing)
    },
  }
}
