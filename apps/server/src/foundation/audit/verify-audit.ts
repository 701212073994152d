import type { Database, Queryable } from '../platform/database.ts'
import { auditArchiveKey, unpackAuditLines } from './archive-file.ts'
import {
  type ChainHead,
  type ChainSpan,
  countUnsealed,
  freezeView,
  listChains,
  listSealedEntries,
} from './chain-store.ts'
import { CHAIN_START, type ChainEntry, hashEntry } from './hash-entry.ts'

const BATCH = 2_000
const GONE = 'the entry is gone'
const CHANGED = 'the entry is not what was sealed'

/** Reads an archive file by its key; undefined if there is none. */
export type ReadAuditArchive = (key: string) => Promise<Buffer | undefined>

/** The result of verifying one chain. */
export interface VerifiedChain {
  chain: string
  /** How many entries are valid, counted from the first. */
  verified: number
  /** How many of them are in archive files, and whether those files were verified too. */
  archived: number
  areArchivesVerified: boolean
  /** The id and hash of the last valid entry, to be stored outside the database. */
  lastId: string | undefined
  lastHash: string
  unsealed: number
  /** The first entry that does not match the chain. */
  broken: { number: number; id: string | undefined; reason: string } | undefined
}

/** How far a chain is valid. */
interface Checked {
  number: number
  hash: Buffer
  id: string | undefined
  broken: VerifiedChain['broken']
}

/** The last valid entry after one more. */
function checkEntry(
  last: Checked,
  { entry, number, hash }: { entry: ChainEntry; number: number; hash: Buffer },
): Checked {
  const expected = last.number + 1
  if (number !== expected) {
    return { ...last, broken: { number: expected, id: undefined, reason: GONE } }
  }
  const computed = hashEntry(entry, { number, previous: last.hash })
  if (!computed.equals(hash)) {
    return { ...last, broken: { number, id: entry.id, reason: CHANGED } }
  }
  return { number, hash: computed, id: entry.id, broken: undefined }
}

const startAt = ({ number, hash }: ChainHead): Checked => ({
  number,
  hash,
  id: undefined,
  broken: undefined,
})

/** Checks a chain's archive files from its first entry to the anchor in the database. */
async function checkArchives(
  { chain, archived }: ChainSpan,
  readArchive: ReadAuditArchive,
): Promise<Checked> {
  let last = startAt({ number: 0, hash: CHAIN_START })
  const broken = (number: number, reason: string): Checked => ({
    ...last,
    broken: { number, id: last.id, reason },
  })
  while (last.number < archived.number) {
    const key = auditArchiveKey(chain, last.number + 1)
    const file = await readArchive(key)
    if (!file) return broken(last.number + 1, `the archive file ${key} is missing`)
    const lines = readLines(file)
    if (!lines) return broken(last.number + 1, `the archive file ${key} is damaged`)
    for (const line of lines) {
      const hash = Buffer.from(line.hash, 'hex')
      last = checkEntry(last, { entry: line, number: line.number, hash })
      if (last.broken) return last
    }
  }
  const isAnchor = last.number === archived.number && last.hash.equals(archived.hash)
  return isAnchor ? last : broken(last.number, 'the archive does not end at the anchor')
}

function readLines(file: Buffer) {
  try {
    const lines = unpackAuditLines(file)
    return lines.length > 0 ? lines : undefined
  } catch {
    return undefined
  }
}

async function checkEntries(on: Queryable, span: ChainSpan): Promise<Checked> {
  let last = startAt(span.archived)
  for (;;) {
    const query = { chain: span.chain, after: last.number, limit: BATCH }
    const entries = await listSealedEntries(on, query)
    for (const entry of entries) {
      last = checkEntry(last, { entry, number: entry.chainNumber, hash: entry.chainHash })
      if (last.broken) return last
    }
    if (entries.length < BATCH) return last
  }
}

/** The chain must end at its head; otherwise its last entries were deleted. */
function compareWithHead(found: Checked, head: ChainHead): VerifiedChain['broken'] {
  if (found.broken) return found.broken
  if (found.number < head.number) {
    return { number: found.number + 1, id: undefined, reason: GONE }
  }
  const same = found.number === head.number && found.hash.equals(head.hash)
  const reason = 'the entry was added to the chain by nobody who seals'
  return same ? undefined : { number: found.number, id: found.id, reason }
}

async function verifyChain(
  on: Queryable,
  { span, readArchive }: { span: ChainSpan; readArchive: ReadAuditArchive | undefined },
): Promise<VerifiedChain> {
  const inFiles = readArchive && (await checkArchives(span, readArchive))
  const checked = inFiles?.broken ? inFiles : await checkEntries(on, span)
  return {
    chain: span.chain,
    verified: checked.number,
    archived: span.archived.number,
    areArchivesVerified: inFiles !== undefined && !inFiles.broken,
    lastId: checked.id ?? inFiles?.id,
    lastHash: checked.hash.toString('hex'),
    unsealed: await countUnsealed(on, span.chain),
    broken: compareWithHead(checked, span.head),
  }
}

/** Recomputes the hash chains of one project or of all, on one snapshot; with `readArchive` also archived entries. */
export function verifyAudit(
  db: Database,
  {
    projectId,
    readArchive,
  }: { projectId?: string | undefined; readArchive?: ReadAuditArchive | undefined } = {},
): Promise<VerifiedChain[]> {
  return db.transaction(async (transaction) => {
    await freezeView(transaction)
    const spans = await listChains(transaction)
    const found: VerifiedChain[] = []
    for (const span of spans) {
      if (projectId !== undefined && span.chain !== projectId) continue
      found.push(await verifyChain(transaction, { span, readArchive }))
    }
    return found
  })
}
