import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Passphrase } from '@plinth/contract'
import { pino } from 'pino'
import { openPostgresEngine } from '../../databases/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../../databases/sqlite/sqlite-engine.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { checkPlatformVersion } from '../../foundation/platform/migrate-platform.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { addressesOf } from '../../foundation/settings/database-addresses.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import type { Restoring } from '../../operations/backups/restore/restore-archive.ts'
import { openFiles } from '../../rows/files/open-files.ts'
import { findPlatformUrl } from '../context/use-platform.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** The context of backups and restores, and what those of the whole installation need in addition. */
interface CommandBackups extends Restoring {
  /** The platform's database, past a pooler. */
  url: string
  urlOf: (server: string) => string
  keys: readonly string[]
}

/** Opens the context of backups and restores for a command; a server may run at the same time. */
export async function useBackups<T>(
  use: (context: CommandBackups) => Promise<T>,
  platformUrl?: string,
): Promise<T> {
  const env = readEnv([])
  const dataDir = resolve(env.dataDir)
  const url = platformUrl ?? (await findPlatformUrl())
  const db = openDatabase({ url, maxConnections: 4, onError: ({ message }) => say(message) })
  const keyRing = await openKeyRing(env, dataDir)
  const vault = openVault(keyRing)
  const opened = openFiles({ env, dataDir, keyRing })
  const { directUrlOf: urlOf } = addressesOf(env, url)
  const engines = {
    sqlite3: openSqliteEngine(dataDir),
    postgres: openPostgresEngine({ urlOf, vault, egress: env.egress }),
  }
  const log = pino({ level: 'silent' })
  try {
    await checkPlatformVersion(db.pool)
    const keys = keyRing.keys()
    return await use({ env, db, engines, files: opened.files, vault, log, url, urlOf, keys })
  } finally {
    opened.close()
    await db.close()
  }
}

/** Reads the passphrase from a file or stdin; never from the arguments, which other users can see. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const input = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  const read = Passphrase.safeParse(input.replace(/\r?\n$/, ''))
  if (!read.success) throw new Error(`The passphrase ${read.error.issues[0]?.message}`)
  return read.data
}

/** Aborts on SIGINT and SIGTERM. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort(new Error('It was stopped.')))
  process.once('SIGTERM', () => controller.abort(new Error('It was stopped.')))
  return controller.signal
}
