import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '../../foundation/embedded/start-embedded.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import type { RestoredInstallation } from '../../operations/backups/installation/publish-installation.ts'
import {
  checkInstallation,
  restoreInstallation,
} from '../../operations/backups/installation/restore-installation.ts'
import { say, untilInterrupted, useBackups } from './use-backups.ts'

/** Starts the PostgreSQL of the data folder, if the settings name no other. */
async function withPlatform<T>(use: (url: string | undefined) => Promise<T>): Promise<T> {
  const env = readEnv([])
  const dataDir = resolve(env.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  if (env.databaseUrl !== undefined) return use(undefined)
  const log = pino({ level: 'silent' })
  const embedded = await startEmbedded({ dataDir, postgres: true, restate: false, log })
  try {
    return await use(embedded.postgresUrl)
  } finally {
    await embedded.stop()
  }
}

function report(restored: RestoredInstallation): void {
  const { endedRuns, endedReleases, incompleteProjects, unreadableSecrets } = restored
  if (endedRuns > 0) say(`${endedRuns} runs were in progress and ended as failed.`)
  if (endedReleases > 0) say(`${endedReleases} releases were in progress and ended as failed.`)
  for (const name of incompleteProjects) {
    say(`${name}: was being created or removed, and is left out.`)
  }
  if (unreadableSecrets > 0) {
    say(`${unreadableSecrets} secrets could not be opened by any key of the source.`)
  }
}

/** Restores a whole installation into an empty place. */
export async function restoreWhole({
  file,
  passphrase,
}: {
  file: string
  passphrase: string | undefined
}): Promise<number> {
  if (passphrase === undefined) {
    throw new Error('A backup of the installation is encrypted: --passphrase-file FILE')
  }
  const since = performance.now()
  const signal = untilInterrupted()
  const request = { open: () => createReadStream(file), passphrase, notify: say, signal }
  const verified = await checkInstallation(request)
  const { about, summary } = verified
  say(
    `The installation on ${about.createdOn}: ${summary.projects} projects, ${summary.rows} rows, ${summary.files} files.`,
  )
  const restored = await withPlatform((url) =>
    useBackups((context) => restoreInstallation(context, { request, verified }), url),
  )
  report(restored)
  const seconds = Math.round((performance.now() - since) / 1000)
  say(`Restored in ${seconds} s. Start the server; staff and app users sign in again.`)
  return 0
}
