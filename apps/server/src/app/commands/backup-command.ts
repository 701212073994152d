import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { newId } from '../../foundation/platform/new-id.ts'
import type { End } from '../../operations/backups/archive/archive-format.ts'
import type { Restoring } from '../../operations/backups/restore/restore-archive.ts'
import { holdFileLease } from '../../operations/backups/store/hold-file-lease.ts'
import { secretEnvironments } from '../../operations/backups/store/secret-environments.ts'
import { takeBackup } from '../../operations/backups/take/take-backup.ts'
import { isHidden } from '../../projects/lifecycle/project-store.ts'
import type { Command } from '../context/command.ts'
import { readPassphrase, say, untilInterrupted, useBackups } from './use-backups.ts'

const OPTIONS = {
  project: { type: 'string' },
  out: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Writes to a draft file and renames it when it is complete. */
async function writeFile(
  context: Restoring,
  options: { projectId: string; out: string; passphrase: string | undefined },
): Promise<End> {
  const { projectId, out, passphrase } = options
  const id = newId('bkp')
  const draft = `${out}.${id}.draft`
  const release = await holdFileLease(context, { id, projectId })
  const compress = createZstdCompress()
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  file.on('error', (error) => compress.destroy(error))
  compress.on('error', (error) => file.destroy(error))
  compress.pipe(file)
  try {
    const tell = async () => {}
    const signal = untilInterrupted()
    // The command line has access to the server's keys, so it may read all secrets.
    const secretsOf = passphrase === undefined ? [] : secretEnvironments({ isAdmin: true })
    const request = { id, projectId, passphrase, secretsOf, out: compress, tell, signal }
    const end = await takeBackup(context, request)
    await finished(file)
    await sync(draft)
    await rename(draft, out)
    await sync(dirname(out))
    return end
  } finally {
    compress.destroy()
    file.destroy()
    await rm(draft, { force: true })
    await release()
  }
}

function report(
  { contents, missingFiles }: End,
  { out, hasSecrets }: { out: string; hasSecrets: boolean },
) {
  for (const { environment, database, tables, rows, files, workflows } of contents) {
    say(
      `${environment} (${database}): ${tables} tables, ${rows} rows, ${files} files, ${workflows} workflows`,
    )
  }
  if (!hasSecrets) {
    say('Credentials and secret constants are left out: they are kept only with --passphrase-file.')
  }
  if (missingFiles > 0) say(`${missingFiles} files were not in their store and are left out.`)
  say(`${out}: every part with its checksum`)
}

export const backupCommand: Command = {
  usage: 'backup --project ID --out FILE [--passphrase-file FILE]',
  summary: 'Writes a consistent snapshot of a project into one archive while the server runs',
  run: async (args) => {
    const { project, out, ...rest } = parseArgs({ args, options: OPTIONS }).values
    if (!project || !out) throw new Error('Name a project and a file: --project ID --out FILE')
    const passphrase = await readPassphrase(rest['passphrase-file'])
    const end = await useBackups(async (context) => {
      if (await isHidden(context.db, project)) throw new Error(`There is no project ${project}`)
      return writeFile(context, { projectId: project, out, passphrase })
    })
    report(end, { out, hasSecrets: passphrase !== undefined })
    return 0
  },
}
