import { parseArgs } from 'node:util'
import { newId } from '../../foundation/platform/new-id.ts'
import type { End } from '../../operations/backups/archive/archive-format.ts'
import { writeArchiveFile } from '../../operations/backups/archive/write-archive-file.ts'
import type { Restoring } from '../../operations/backups/restore/restore-archive.ts'
import { holdFileLease } from '../../operations/backups/store/hold-file-lease.ts'
import { secretEnvironments } from '../../operations/backups/store/secret-environments.ts'
import { takeBackup } from '../../operations/backups/take/take-backup.ts'
import { isHidden } from '../../projects/lifecycle/project-store.ts'
import type { Command } from '../context/command.ts'
import { backUpInstallation } from './backup-installation.ts'
import { readPassphrase, say, untilInterrupted, useBackups } from './use-backups.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  project: { type: 'string' },
  out: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const

async function backUpProject(
  context: Restoring,
  options: { projectId: string; out: string; passphrase: string | undefined },
): Promise<End> {
  const { projectId, out, passphrase } = options
  const id = newId('bkp')
  const release = await holdFileLease(context, { id, projectId })
  const tell = async () => {}
  const signal = untilInterrupted()
  // The command line has access to the server's keys, so it may read all secrets.
  const secretsOf = passphrase === undefined ? [] : secretEnvironments({ isAdmin: true })
  const request = { id, projectId, passphrase, secretsOf, tell, signal }
  return writeArchiveFile({ out, id }, (into) =>
    takeBackup(context, { ...request, out: into }),
  ).finally(release)
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
  usage:
    'backup --project ID --out FILE [--passphrase-file FILE] | --all --out FILE --passphrase-file FILE',
  summary: 'Writes a project, or the whole installation, into one archive while the server runs',
  run: async (args) => {
    const { all, project, out, ...rest } = parseArgs({ args, options: OPTIONS }).values
    if (all && project) throw new Error('Use --all or --project, not both')
    if (!(all || project) || !out) {
      throw new Error('Name a project and a file: --project ID --out FILE, or --all --out FILE')
    }
    const passphrase = await readPassphrase(rest['passphrase-file'])
    if (all || !project) return backUpInstallation({ out, passphrase })
    const end = await useBackups(async (context) => {
      if (await isHidden(context.db, project)) throw new Error(`There is no project ${project}`)
      return backUpProject(context, { projectId: project, out, passphrase })
    })
    report(end, { out, hasSecrets: passphrase !== undefined })
    return 0
  },
}
