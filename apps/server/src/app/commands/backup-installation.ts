import { newId } from '../../foundation/platform/new-id.ts'
import { sealStream } from '../../operations/backups/archive/sealed-stream.ts'
import { writeArchiveFile } from '../../operations/backups/archive/write-archive-file.ts'
import { takeInstallation } from '../../operations/backups/installation/take-installation.ts'
import { say, untilInterrupted, useBackups } from './use-backups.ts'

/** Writes the whole installation into one encrypted archive. */
export async function backUpInstallation({
  out,
  passphrase,
}: {
  out: string
  passphrase: string | undefined
}): Promise<number> {
  if (passphrase === undefined) {
    throw new Error('A backup of the installation is encrypted: --passphrase-file FILE')
  }
  const since = performance.now()
  const seal = (plain: AsyncIterable<Buffer>) => sealStream(plain, passphrase)
  const signal = untilInterrupted()
  const summary = await useBackups((context) =>
    writeArchiveFile({ out, id: newId('bkp'), seal }, (into) =>
      takeInstallation(context, {
        ...{ url: context.url, keys: context.keys, out: into, notify: say, signal },
      }),
    ),
  )
  const { projects, rows, files, missingFiles, outside } = summary
  if (missingFiles > 0) say(`${missingFiles} files were not in their store and are left out.`)
  for (const label of outside) {
    say(`${label}: its rows are in a database of its own. Back that database up itself.`)
  }
  const seconds = Math.round((performance.now() - since) / 1000)
  say(`${out}: ${projects} projects, ${rows} rows, ${files} files, in ${seconds} s`)
  return 0
}
