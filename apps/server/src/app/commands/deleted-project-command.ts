import { parseArgs } from 'node:util'
import { ProjectId, ProjectName } from '@plinth/contract'
import { type AuditEntry, addAudit } from '../../foundation/audit/audit-store.ts'
import type { Database, Transaction } from '../../foundation/platform/database.ts'
import { beginErasure } from '../../projects/deletion/begin-erasure.ts'
import {
  type LockedDeleted,
  lockDeletedProject,
  selectDeletedProjects,
} from '../../projects/deletion/deletion-store.ts'
import { restoreDeleted } from '../../projects/deletion/restore-deleted.ts'
import { projectWorkflows } from '../context/project-workflows.ts'
import { usePlatform } from '../context/use-platform.ts'
import { confirmName } from './confirm-name.ts'

const BY = 'command line'
const say = (line: string) => process.stdout.write(`${line}\n`)

async function list(db: Database): Promise<void> {
  const { projects, total } = await selectDeletedProjects(db, null)
  for (const { id, name, deletedOn, deletedBy, erasedOn } of projects)
    say(`${id}  ${name}  deleted ${deletedOn} by ${deletedBy ?? '?'}, erased after ${erasedOn}`)
  if (total > projects.length) say(`and ${total - projects.length} more, deleted earlier`)
  if (total === 0) say('No project is deleted.')
}

async function requireLocked(transaction: Transaction, projectId: string): Promise<LockedDeleted> {
  const deleted = await lockDeletedProject(transaction, projectId)
  if (!deleted)
    throw new Error(
      `There is no deleted project ${projectId}. "plinth-server project deleted" lists those that can be restored.`,
    )
  return deleted
}

const audit = (transaction: Transaction, { organisationId }: LockedDeleted, entry: AuditEntry) =>
  addAudit(transaction, { author: { organisationId, staffId: null, requestId: BY }, entry })

async function restore(db: Database, projectId: string, name: string | undefined): Promise<void> {
  const restored = await db.transaction(async (transaction) => {
    const deleted = await requireLocked(transaction, projectId)
    const done = await restoreDeleted(transaction, {
      ...{ deleted, name, by: BY },
      workflows: projectWorkflows,
    })
    await audit(transaction, deleted, done.audit)
    return done
  })
  say(`Restored: ${projectId}, ${restored.name}`)
  say('Its API keys are revoked, its domains are not proved, and workflows that a schedule or')
  say('a webhook starts are off.')
}

async function deleteNow(db: Database, projectId: string, typed: string | undefined) {
  const found = await db.transaction((transaction) => requireLocked(transaction, projectId))
  say(`This deletes the databases, files and backups of ${found.name}, and it cannot be undone.`)
  await confirmName(found.name, typed)
  await db.transaction(async (transaction) => {
    const deleted = await requireLocked(transaction, projectId)
    await audit(transaction, deleted, await beginErasure(transaction, deleted))
  })
  say('Its storage is freed by the server, as soon as one runs.')
}

const text = { type: 'string' } as const
export const DELETED_ACTS: ReadonlySet<string> = new Set(['deleted', 'restore', 'delete-now'])
export const DELETED_USAGE = 'deleted | restore ID [--name NAME] | delete-now ID [--confirm NAME]'

/** Lists, restores or erases deleted projects; the command line is trusted as an admin. */
export async function runOnDeleted([act, id, ...more]: string[]): Promise<number> {
  const projectId = ProjectId.safeParse(id)
  if (act === 'deleted' && id === undefined) {
    await usePlatform(list)
  } else if (act === 'restore' && projectId.success) {
    const { name } = parseArgs({ args: more, options: { name: text } }).values
    const read = ProjectName.optional().safeParse(name)
    if (!read.success) throw new Error(read.error.issues[0]?.message)
    await usePlatform((db) => restore(db, projectId.data, read.data))
  } else if (act === 'delete-now' && projectId.success) {
    const { confirm } = parseArgs({ args: more, options: { confirm: text } }).values
    await usePlatform((db) => deleteNow(db, projectId.data, confirm))
  } else throw new Error(`plinth-server project ${DELETED_USAGE}`)
  return 0
}
