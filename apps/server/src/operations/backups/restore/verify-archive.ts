import type { Readable } from 'node:stream'
import type { EnvironmentName } from '@plinth/contract'
import type * as z from 'zod'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import type { About, End } from '../archive/archive-format.ts'
import { openUnder } from '../archive/passphrase-box.ts'
import { EnvironmentPart, ProjectPart, SecretsPart } from '../archive/project-parts.ts'
import { openArchive } from '../archive/read-archive.ts'

/** An archive whose every checksum was verified, with its small parts in memory. */
export interface VerifiedArchive {
  about: About
  end: End
  project: ProjectPart
  environments: ReadonlyMap<EnvironmentName, EnvironmentPart>
  /** Undefined if it has none, or none that can be decrypted without a passphrase. */
  secrets: SecretsPart | undefined
}

function parse<S extends z.ZodType>(shape: S, text: Buffer | string): z.output<S> {
  let value: unknown
  try {
    value = readJson(text.toString())
  } catch {
    // This part precedes the checksums that would have detected the damage.
    throw new ArchiveError('The archive was damaged. Use another copy.')
  }
  const read = shape.safeParse(value)
  if (!read.success)
    throw new ArchiveError('The archive contains data that this build cannot read.')
  return read.data
}

/** Reads an archive to its end before anything is created from it. */
export async function verifyArchive(
  source: Readable,
  { passphrase, signal }: { passphrase: string | undefined; signal?: AbortSignal },
): Promise<VerifiedArchive> {
  const { about, parts, end } = await openArchive(source)
  let project: ProjectPart | undefined
  let sealed: string | undefined
  const environments = new Map<EnvironmentName, EnvironmentPart>()
  for await (const part of parts) {
    signal?.throwIfAborted()
    if (part.name === 'project.json') project = parse(ProjectPart, await part.read())
    else if (part.name.endsWith('/environment.json')) {
      const read = parse(EnvironmentPart, await part.read())
      environments.set(read.name, read)
    } else if (part.name === 'secrets.json' && passphrase) {
      sealed = (await part.read()).toString('utf8')
    }
  }
  if (!project || environments.size === 0)
    throw new ArchiveError('The archive contains no project.')
  const secrets =
    passphrase && sealed !== undefined
      ? parse(SecretsPart, await openUnder(passphrase, { sealed, bound: about.id }))
      : undefined
  return { about, end: end(), project, environments, secrets }
}
