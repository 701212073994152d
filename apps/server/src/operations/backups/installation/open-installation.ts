import { Readable } from 'node:stream'
import { ArchiveError } from '../archive/archive-error.ts'
import { type OpenedArchive, openParts, parsePart } from '../archive/read-archive.ts'
import { openSealedStream } from '../archive/sealed-stream.ts'
import {
  EnvironmentHead,
  InstallationAbout,
  InstallationSummary,
  KeysPart,
  type PlatformSequence,
  type PlatformTable,
  SequencesPart,
  TablesPart,
} from './installation-parts.ts'

/** Opens the encrypted archive of an installation. */
export function openInstallation(
  source: Readable,
  passphrase: string,
): Promise<OpenedArchive<InstallationAbout>> {
  const plain = Readable.from(openSealedStream(source, passphrase), { objectMode: false })
  return openParts(plain, {
    readAbout: (text) => parsePart(InstallationAbout, text),
    isAuthenticated: true,
  })
}

/** An archive that was read to its end, with its small parts in memory. */
export interface VerifiedInstallation {
  about: InstallationAbout
  keys: readonly string[]
  tables: readonly PlatformTable[]
  sequences: readonly PlatformSequence[]
  summary: InstallationSummary
  /** Where its rows were on PostgreSQL: clusters, each with its databases. */
  clusters: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads an archive to its end before anything is created from it. */
export async function verifyInstallation(
  source: Readable,
  { passphrase, signal }: { passphrase: string; signal: AbortSignal },
): Promise<VerifiedInstallation> {
  const { about, parts, end } = await openInstallation(source, passphrase)
  const clusters = new Map<string, Set<string>>()
  let keys: string[] | undefined
  let tables: PlatformTable[] | undefined
  let sequences: PlatformSequence[] | undefined
  let summary: InstallationSummary | undefined
  for await (const part of parts) {
    signal.throwIfAborted()
    if (part.name === 'keys.json') keys = parsePart(KeysPart, await part.read()).keys
    else if (part.name === 'platform/tables.json') {
      tables = parsePart(TablesPart, await part.read())
    } else if (part.name === 'platform/sequences.json') {
      sequences = parsePart(SequencesPart, await part.read())
    } else if (part.name === 'summary.json') {
      summary = parsePart(InstallationSummary, await part.read())
    } else if (part.name.endsWith('/environment.json')) {
      const { engine, server, database, applied } = parsePart(EnvironmentHead, await part.read())
      if (engine !== 'postgres' || !applied) continue
      clusters.set(server, (clusters.get(server) ?? new Set()).add(database))
    }
  }
  end()
  if (!keys || !tables || !sequences || !summary) {
    throw new ArchiveError('The archive contains no installation.')
  }
  return { about, keys, tables, sequences, summary, clusters }
}
