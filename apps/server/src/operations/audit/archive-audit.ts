import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { auditArchiveKey, packAuditLines } from '../../foundation/audit/archive-file.ts'
import {
  type DueChain,
  dropArchived,
  scheduleArchive,
  takeDueChain,
} from '../../foundation/audit/archive-store.ts'
import { type AuditLine, toAuditLine } from '../../foundation/audit/audit-line.ts'
import { listSealedEntries, type SealedEntry } from '../../foundation/audit/chain-store.ts'
import { hashEntry } from '../../foundation/audit/hash-entry.ts'
import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { OperationsContext } from '../context.ts'

type Archiving = Pick<OperationsContext, 'db' | 'env' | 'files' | 'log'>

const EVERY_MS = 600_000
const AGAIN_SECONDS = 86_400
const RETRY_SECONDS = 3_600
const DAY_MS = 86_400_000
/** A chain is archived when its oldest entry is this much older than the retention: about one file a month. */
const SLACK_DAYS = 30
const BATCH = 500
const MAX_ENTRIES = 5_000
const MAX_BYTES = 16 * 1024 * 1024

const sizeOf = ({ before, after }: SealedEntry) => (before?.length ?? 0) + (after?.length ?? 0)

/** The next entries of a chain that are older than the retention, up to the size of a file. */
async function readOldEntries(
  transaction: Transaction,
  { due, days }: { due: DueChain; days: number },
): Promise<{ old: SealedEntry[]; isFull: boolean }> {
  const before = (ageDays: number) => new Date(Date.now() - ageDays * DAY_MS).toISOString()
  const [dueBefore, oldBefore] = [before(days + SLACK_DAYS), before(days)]
  const old: SealedEntry[] = []
  let bytes = 0
  for (;;) {
    const after = old.at(-1)?.chainNumber ?? due.archived.number
    const entries = await listSealedEntries(transaction, { chain: due.chain, after, limit: BATCH })
    for (const entry of entries) {
      // Both are times in UTC in the same form, so that texts compare as times.
      if (entry.created >= (old.length === 0 ? dueBefore : oldBefore)) return { old, isFull: false }
      old.push(entry)
      bytes += sizeOf(entry)
      if (old.length === MAX_ENTRIES || bytes > MAX_BYTES) return { old, isFull: true }
    }
    if (entries.length < BATCH) return { old, isFull: false }
  }
}

/** The lines of an archive file; undefined if the entries do not continue the chain. */
function toLines(
  { chain, archived }: DueChain,
  entries: readonly SealedEntry[],
): AuditLine[] | undefined {
  let previous = archived.hash
  const lines: AuditLine[] = []
  for (const [index, entry] of entries.entries()) {
    const number = archived.number + 1 + index
    const hash = hashEntry(entry, { number, previous })
    if (entry.chainNumber !== number || !hash.equals(entry.chainHash)) return undefined
    lines.push(toAuditLine(entry, { chain, number, hash }))
    previous = hash
  }
  return lines
}

/** Writes the file and reads it back. A repeat after a crash overwrites it. */
async function storeFile({ files }: Pick<Archiving, 'files'>, key: string, content: Buffer) {
  const store = files.in(files.home)
  const body = Readable.from([content])
  await store.writeStream({ key, type: 'application/zstd', acl: 'private', body })
  const stored = await buffer(await store.read(key))
  if (!stored.equals(content)) throw new Error(`audit: archive file ${key} was stored incompletely`)
}

/** The rows are deleted only after the file was read back, in the transaction that moves the anchor. */
async function archiveChain(
  context: Archiving,
  { transaction, due }: { transaction: Transaction; due: DueChain },
): Promise<void> {
  const { env, log } = context
  const { chain } = due
  const { old, isFull } = await readOldEntries(transaction, { due, days: env.audit.days })
  const lines = toLines(due, old)
  const last = old.at(-1)
  if (!lines) {
    log.error({ chain }, 'audit: chain is broken, not archived; run verify-audit')
  } else if (last) {
    const key = auditArchiveKey(chain, due.archived.number + 1)
    await storeFile(context, key, packAuditLines(lines))
    const entries = await dropArchived(transaction, {
      chain,
      last: { number: last.chainNumber, hash: last.chainHash },
    })
    log.info({ chain, key, entries }, 'audit: entries archived')
  }
  await scheduleArchive(transaction, { chain, afterSeconds: lines && isFull ? 0 : AGAIN_SECONDS })
}

/** Moves old entries of one chain to an archive file; false if no chain is due. */
export async function archiveNextChain(context: Archiving): Promise<boolean> {
  const { db } = context
  let due: DueChain | undefined
  try {
    await db.transaction(async (transaction) => {
      due = await takeDueChain(transaction)
      if (due) await archiveChain(context, { transaction, due })
    })
    return due !== undefined
  } catch (error) {
    // Other chains come first at the next attempt.
    const chain = due?.chain
    if (chain !== undefined) {
      await db.transaction((transaction) =>
        scheduleArchive(transaction, { chain, afterSeconds: RETRY_SECONDS }),
      )
    }
    throw error
  }
}

/** Archives old audit entries; each chain is looked at once a day, by one process at a time. */
export function startAuditArchive(
  context: Archiving & Pick<OperationsContext, 'jobs'>,
): StartedJob {
  return context.jobs.start({
    name: 'audit-archive',
    everyMs: EVERY_MS,
    run: () => archiveNextChain(context),
  })
}
