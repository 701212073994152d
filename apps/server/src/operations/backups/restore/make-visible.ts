import type { EnvironmentName } from '@plinth/contract'
import { findRefusedQueries } from '../../../databases/query-check/find-refused-queries.ts'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import { addToOutbox } from '../../../foundation/durable/outbox-store.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { addConfiguration } from '../../../projects/configuration/configuration-store.ts'
import { toConfigurationText } from '../../../projects/configuration/configuration-text.ts'
import { addEnvironment, markPlaced } from '../../../projects/environments/environment-store.ts'
import { addProject } from '../../../projects/lifecycle/project-store.ts'
import { putOrigins } from '../../../projects/origins/origin-store.ts'
import { markChanged } from '../../../projects/usage/usage-store.ts'
import type { OperationsContext } from '../../context.ts'
import type { Filling } from './fill-targets.ts'
import { putConsoleParts } from './put-console-parts.ts'
import {
  type PresentSecrets,
  putConstants,
  putCredentials,
  putDomains,
  readPresentSecrets,
  type Settings,
} from './put-settings.ts'
import { putWorkflows } from './put-workflows.ts'
import { forgetLines, readStagedLines, recordMade, recordReplaced } from './restore-store.ts'
import type { RestoreTarget } from './restore-target.ts'
import { readStagedFile } from './staged-file.ts'
import {
  dropSettings,
  dropWorkflows,
  insertFile,
  insertMembers,
  type KeptAddress,
  lockEnvironment,
  movePlacement,
  putRunRetention,
  recheckFiles,
  replaceConfiguration,
  updateProjectCounts,
} from './visible-store.ts'

interface Emptied {
  addresses: KeptAddress[]
  present: PresentSecrets | undefined
}

async function addNewProject(transaction: Transaction, filling: Filling): Promise<void> {
  const { restore, archive, targets } = filling
  const { projectId, region } = targets
  const { organisationId, name, staffId } = restore
  const project = { id: projectId, organisationId, name, region, tableCount: 0, ownerId: staffId }
  if (!(await addProject(transaction, project))) {
    throw new ApiError('conflict', 'A project with this name already exists.')
  }
  const { members } = archive.project
  const sourceId = archive.about.project.id
  await insertMembers(transaction, { projectId, sourceId, organisationId, members })
}

/** Deletes the contents of an environment, except what its callers rely on. */
async function empty(
  transaction: Transaction,
  {
    vault,
    filling,
    target,
  }: { vault: OperationsContext['vault']; filling: Filling; target: RestoreTarget },
): Promise<Emptied> {
  const { environmentId } = target.placement
  const { projectId } = filling.targets
  const locked = await lockEnvironment(transaction, environmentId)
  if (!locked) throw new ApiError('not_found', 'The project no longer exists.')
  if (locked.isBusy) {
    throw new ApiError('conflict', 'A release is in progress. Restore when it has ended.')
  }
  const present = await readPresentSecrets(transaction, { vault, projectId, environmentId })
  const { addresses, schedules } = await dropWorkflows(transaction, environmentId)
  for (const key of schedules) await addToOutbox(transaction, { topic: 'syncSchedule', key })
  await dropSettings(transaction, environmentId)
  await recheckFiles(transaction, environmentId)
  if (target.before && !target.before.connection) {
    await recordReplaced(transaction, { id: filling.restore.id, placement: target.before })
  }
  return { addresses, present }
}

async function putEnvironment(
  transaction: Transaction,
  options: {
    vault: OperationsContext['vault']
    env: OperationsContext['env']
    filling: Filling
    target: RestoreTarget
    ids: Map<string, string>
    left: string[]
  },
): Promise<KeptAddress[]> {
  const { vault, env, filling, target, ids, left } = options
  const { archive, restore, targets } = filling
  const { projectId, isSameProject } = targets
  const { placement, name } = target
  const { environmentId } = placement
  const part = archive.environments.get(name)
  if (!part) return []
  for (const { table, reason } of await findRefusedQueries(part.applied)) {
    left.push(
      `The query of "${table}" in ${name} is refused. ${reason} Its rows are not answered until it is changed and synced.`,
    )
  }
  const [draft, applied] = [toConfigurationText(part.draft), toConfigurationText(part.applied)]
  const configuration = { environmentId, draft, applied, staffId: restore.staffId }
  let emptied: Emptied = { addresses: [], present: undefined }
  if (restore.into === 'new') {
    await addEnvironment(transaction, { projectId, name, placement })
    await markPlaced(transaction, environmentId)
    await addConfiguration(transaction, configuration)
  } else {
    emptied = await empty(transaction, { vault, filling, target })
    await movePlacement(transaction, placement)
    await replaceConfiguration(transaction, configuration)
  }
  const { present } = emptied
  const settings: Settings = {
    vault,
    env,
    archive,
    part,
    projectId,
    environmentId,
    ids,
    isSameProject,
    left,
  }
  await putCredentials(transaction, { settings, present })
  await putConstants(transaction, { settings, present })
  await putDomains(transaction, { settings, present })
  if (part.allowedOrigins) await putOrigins(transaction, { environmentId, ...part.allowedOrigins })
  if (part.runRetention) await putRunRetention(transaction, { environmentId, ...part.runRetention })
  return emptied.addresses
}

/** Makes everything visible, in the one transaction that ends the restore. */
export async function makeVisible(
  { vault, env }: Pick<OperationsContext, 'vault' | 'env'>,
  { transaction, filling }: { transaction: Transaction; filling: Filling },
): Promise<void> {
  const { restore, targets } = filling
  const { projectId, environments, isSameProject } = targets
  const isNew = restore.into === 'new'
  const left: string[] = []
  if (isNew) await addNewProject(transaction, filling)
  const ids = new Map<string, string>()
  const addresses: KeptAddress[] = []
  for (const target of environments) {
    addresses.push(
      ...(await putEnvironment(transaction, { vault, env, filling, target, ids, left })),
    )
  }
  const byName = new Map<EnvironmentName, string>(
    environments.map(({ name, placement }) => [name, placement.environmentId]),
  )
  const put = {
    restoreId: restore.id,
    environments: byName,
    ids,
    isSameProject,
    isOff: isNew,
    addresses,
  }
  const { off, droppedTests } = await putWorkflows(transaction, put)
  const stopped = off === 1 ? '1 workflow is' : `${off} workflows are`
  if (off > 0) left.push(`${stopped} switched off, so that nothing is done twice.`)
  if (droppedTests > 0)
    left.push(`Workflow tests beyond the limits of a workflow: ${droppedTests} are left out.`)
  for await (const { environment, line } of readStagedLines(transaction, {
    id: restore.id,
    kind: 'file',
  })) {
    const environmentId = byName.get(environment) ?? ''
    await insertFile(transaction, { environmentId, file: readStagedFile(line) })
  }
  left.push(...(await putConsoleParts(transaction, filling)))
  await updateProjectCounts(transaction, projectId)
  await markChanged(transaction, projectId)
  for (const environmentId of byName.values()) {
    await addToOutbox(transaction, { topic: 'watchRows', key: environmentId })
  }
  await forgetLines(transaction, restore.id)
  await recordMade(transaction, { id: restore.id, projectId, left })
  const { organisationId, staffId, requestId } = restore
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId },
    entry: {
      action: isNew ? 'restored as new' : 'restored over',
      entity: 'project',
      entityId: projectId,
      projectId,
      after: { backup: filling.archive.about.id, environments: [...byName.keys()] },
    },
  })
}
