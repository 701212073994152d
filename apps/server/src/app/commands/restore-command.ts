import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupContents, ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { newId } from '../../foundation/platform/new-id.ts'
import { countAll } from '../../operations/backups/calls/plan-restore.ts'
import { findFirstAdmin } from '../../operations/backups/command/first-admin-store.ts'
import { finishRestore } from '../../operations/backups/job/finish-restore.ts'
import { beginJob, endJob, renewLease } from '../../operations/backups/job/job-store.ts'
import { cleanRestore } from '../../operations/backups/restore/clean-restore.ts'
import { refuseOtherEngine } from '../../operations/backups/restore/refuse-other-engine.ts'
import { type Restoring, restoreArchive } from '../../operations/backups/restore/restore-archive.ts'
import {
  addRestore,
  findLeft,
  findRestoreById,
} from '../../operations/backups/restore/restore-store.ts'
import {
  type VerifiedArchive,
  verifyArchive,
} from '../../operations/backups/restore/verify-archive.ts'
import { findProject } from '../../projects/lifecycle/project-store.ts'
import type { Command } from '../context/command.ts'
import { confirmName } from './confirm-name.ts'
import { restoreWhole } from './restore-whole.ts'
import { readPassphrase, say, untilInterrupted, useBackups } from './use-backups.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  in: { type: 'string' },
  into: { type: 'string' },
  name: { type: 'string' },
  environment: { type: 'string', multiple: true },
  'passphrase-file': { type: 'string' },
  confirm: { type: 'string' },
} as const
const BEAT_MS = 1_500
const JOB = { kind: 'restore', attempts: 1 } as const

interface Asked {
  file: string
  into: string | undefined
  name: string | undefined
  environments: EnvironmentName[]
  passphrase: string | undefined
  confirm: string | undefined
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

async function readOptions(values: Values): Promise<Asked> {
  if (!values.in) throw new Error('Name an archive: --in FILE')
  const chosen = values.environment ?? [...ENVIRONMENT_NAMES]
  const environments = ENVIRONMENT_NAMES.filter((name) => chosen.includes(name))
  if (environments.length !== new Set(chosen).size) {
    throw new Error('An environment is dev or production')
  }
  if (!values.into && environments.length < ENVIRONMENT_NAMES.length) {
    throw new Error('A new project has both environments; --environment goes with --into')
  }
  const { in: file, into, name, confirm } = values
  const passphrase = await readPassphrase(values['passphrase-file'])
  return { file, into, name, environments, passphrase, confirm }
}

const inWords = ({ environment, tables, rows, files, workflows }: BackupContents) =>
  `${environment}: ${tables} tables, ${rows} rows, ${files} files, ${workflows} workflows`

/** Shows what will be lost and asks for the project's name before a restore replaces its contents. */
async function confirmLoss(
  context: Restoring,
  { options, into }: { options: Asked; into: string },
) {
  const project = await findProject(context.db, { id: into })
  if (!project) throw new Error(`There is no project ${into}`)
  say(`This replaces what is in ${project.name} now, and it cannot be taken back:`)
  for (const held of await countAll(context, into)) {
    if (options.environments.includes(held.environment)) say(`  ${inWords(held)}`)
  }
  await confirmName(project.name, options.confirm)
  return project
}

async function restore(
  context: Restoring,
  { options, archive }: { options: Asked; archive: VerifiedArchive },
) {
  const { db } = context
  const { into, environments, passphrase } = options
  const { contents } = archive.end
  if (into !== undefined) await refuseOtherEngine(db, { projectId: into, environments, contents })
  const over = into === undefined ? undefined : await confirmLoss(context, { options, into })
  const keeper = await findFirstAdmin(db)
  if (!keeper) throw new Error('Start the server once before this.')
  const id = newId('rst')
  // One transaction: a running server takes every queued job, and this one belongs to this process.
  const added = await db.transaction(async (transaction) => {
    const isAdded = await addRestore(transaction, {
      id,
      projectId: into ?? null,
      organisationId: keeper.organisationId,
      backupId: null,
      into: over ? 'over' : 'new',
      environments,
      name: over?.name ?? options.name ?? archive.about.project.name,
      passphrase: null,
      staffId: keeper.id,
      by: 'Command line',
      requestId: 'command line',
    })
    if (isAdded) await beginJob(transaction, { ...JOB, id })
    return isAdded
  })
  if (!added)
    throw new Error(
      'Another restore of this project is under way, or was killed a moment ago. Try again in ten seconds.',
    )
  return runHere(context, { id, options: { ...options, passphrase } })
}

/** Restores in this process; if it is killed, the server removes the partial result. */
async function runHere(context: Restoring, { id, options }: { id: string; options: Asked }) {
  const { db } = context
  const job = { ...JOB, id }
  const restore = await findRestoreById(db, id)
  if (!restore) throw new Error('The restore was deleted.')
  const beat = setInterval(() => void renewLease(db, job).catch(() => {}), BEAT_MS)
  try {
    const projectId = await restoreArchive(context, {
      restore,
      open: async () => createReadStream(options.file),
      passphrase: options.passphrase,
      confirmLease: async (transaction) => {
        if ((await renewLease(transaction, job)) !== 'mine') {
          throw new Error('The server ended this restore because its lease expired.')
        }
      },
      signal: untilInterrupted(),
      tell: async () => {},
    })
    await finishRestore(context, job)
    return projectId
  } catch (error) {
    await cleanRestore(context, id)
    const message = error instanceof Error ? error.message : 'unknown'
    await endJob(db, { ...job, state: 'failed', message })
    throw error
  } finally {
    clearInterval(beat)
  }
}

async function restoreAll({ all: _, in: file, ...values }: Values): Promise<number> {
  const { 'passphrase-file': passphraseFile, ...others } = values
  if (!file) throw new Error('Name an archive: --all --in FILE')
  if (Object.keys(others).length > 0) {
    throw new Error('--all restores everything: use it with --in and --passphrase-file only')
  }
  return restoreWhole({ file, passphrase: await readPassphrase(passphraseFile) })
}

export const restoreCommand: Command = {
  usage:
    'restore --in FILE [--into ID [--environment dev|production] [--confirm NAME]] [--name NAME] [--passphrase-file FILE] | --all --in FILE --passphrase-file FILE',
  summary:
    'Checks an archive and restores it as a new project, or over one, while the server runs; with --all a whole installation into an empty place, before the server starts',
  run: async (args) => {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.all) return restoreAll(values)
    const options = await readOptions(values)
    const { passphrase } = options
    const archive = await verifyArchive(createReadStream(options.file), { passphrase })
    const { about, end } = archive
    say(`${about.project.name}, backed up on ${about.createdOn}; every part is what it was.`)
    for (const held of end.contents) say(`  ${inWords(held)}`)
    await useBackups(async (context) => {
      const projectId = await restore(context, { options, archive })
      say(`Restored: ${projectId}`)
      for (const sentence of await findLeft(context.db, projectId)) say(sentence)
    })
    return 0
  },
}
