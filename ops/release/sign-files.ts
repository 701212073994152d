import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export const CHECKSUMS = 'SHA256SUMS'
/** What the signature is for, so that it is worth nothing elsewhere. */
const NAMESPACE = 'plinth-release'

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes the checksums of all files of a folder, as `sha256sum --check` reads them. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => !name.startsWith(CHECKSUMS))
  const lines: string[] = []
  for (const name of names.sort()) lines.push(`${await digestOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
}

/** Signs the checksums with an OpenSSH key; the signature is beside them. */
export function signChecksums(folder: string, key: string): void {
  const args = ['-Y', 'sign', '-q', '-f', key, '-n', NAMESPACE, join(folder, CHECKSUMS)]
  execFileSync('ssh-keygen', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}
