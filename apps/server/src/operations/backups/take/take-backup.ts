import type { Writable } from 'node:stream'
import type { BackupContents, EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import {
  listPlacements,
  selectEnvironments,
} from '../../../projects/environments/environment-store.ts'
import { findProject } from '../../../projects/lifecycle/project-store.ts'
import type { OperationsContext } from '../../context.ts'
import { type About, type End, FORMAT, FORMAT_VERSION } from '../archive/archive-format.ts'
import { sealUnder } from '../archive/passphrase-box.ts'
import type { ProjectPart, SecretsPart, WorkflowLine } from '../archive/project-parts.ts'
import type { ReportProgress } from '../archive/report-progress.ts'
import { type ArchiveWriter, openArchiveWriter } from '../archive/write-archive.ts'
import {
  listMemberEmails,
  listWorkflowIds,
  readNextVersion,
  readWorkflow,
  useOneSnapshot,
} from './project-store.ts'
import { addSecrets, readEnvironment, type Taken } from './read-environment.ts'
import { writeConsoleParts } from './write-console-parts.ts'
import { writeFiles } from './write-files.ts'

export type Taking = Pick<OperationsContext, 'db' | 'engines' | 'files' | 'vault'>

export interface BackupRequest {
  id: string
  projectId: string
  passphrase: string | undefined
  /** The environments whose secrets are included, encrypted with the passphrase. */
  secretsOf: readonly EnvironmentName[]
  out: Writable
  tell: ReportProgress
  signal: AbortSignal
}

/** The counts of an environment, except rows and files. */
type Small = Omit<BackupContents, 'tables' | 'rows' | 'files'>

async function openSnapshots(
  { db, engines }: Taking,
  { id, projectId }: BackupRequest,
): Promise<Taken[]> {
  const placements = await listPlacements(db, projectId)
  const names = new Map((await selectEnvironments(db, projectId)).map((one) => [one.id, one.name]))
  const opened: Taken[] = []
  try {
    for (const placement of placements) {
      const { environmentId } = placement
      const name: EnvironmentName = names.get(environmentId) ?? 'dev'
      const snapshot = await engines[placement.engine].openSnapshot(placement, id)
      opened.push({ projectId, environmentId, name, snapshot })
    }
  } catch (error) {
    for (const { snapshot } of opened) await snapshot.close()
    throw error
  }
  return opened
}

async function writeWorkflows(
  on: Queryable,
  { writer, taken }: { writer: ArchiveWriter; taken: Taken },
): Promise<number> {
  const lines = writer.series((number) => `${taken.name}/workflows.${number}.ndjson`)
  const put = (line: WorkflowLine) => lines.write(`${JSON.stringify(line)}\n`)
  const ids = await listWorkflowIds(on, taken.environmentId)
  for (const workflowId of ids) {
    const next = await readWorkflow(on, workflowId)
    if (!next) continue
    const { createdAt, ...workflow } = next
    await put({ kind: 'workflow', ...workflow, createdOn: createdAt.toISOString() })
    for (let after = 0; ; ) {
      const version = await readNextVersion(on, { workflowId, after })
      if (!version) break
      const { createdAt: savedAt, ...kept } = version
      await put({ kind: 'version', ...kept, createdOn: savedAt.toISOString() })
      after = version.revision
    }
  }
  await lines.end()
  return ids.length
}

/** Writes the platform's data of the project from one snapshot. */
async function writePlatform(
  { db, vault }: Taking,
  {
    writer,
    snapshots,
    request,
  }: { writer: ArchiveWriter; snapshots: Taken[]; request: BackupRequest },
): Promise<Small[]> {
  const { projectId, passphrase, secretsOf, id } = request
  return db.transaction(async (on) => {
    await useOneSnapshot(on)
    const project: ProjectPart = { members: await listMemberEmails(on, projectId) }
    await writer.writePart('project.json', JSON.stringify(project))
    const counted: Small[] = []
    const secrets: SecretsPart = { credentials: {}, constants: {} }
    for (const taken of snapshots) {
      const part = await readEnvironment(on, taken)
      await writer.writePart(`${taken.name}/environment.json`, JSON.stringify(part))
      const workflows = await writeWorkflows(on, { writer, taken })
      if (taken.name === 'dev') await writeConsoleParts(on, { writer, projectId })
      counted.push({
        environment: taken.name,
        database: part.database,
        workflows,
        credentials: part.credentials.length,
        constants: part.constants.length,
        domains: part.domains.length,
      })
      if (passphrase !== undefined && secretsOf.includes(taken.name))
        await addSecrets({ on, vault }, { taken, into: secrets })
    }
    if (passphrase === undefined) return counted
    const text = JSON.stringify(secrets)
    await writer.writePart('secrets.json', await sealUnder(passphrase, { text, bound: id }))
    return counted
  })
}

async function writeAbout(
  { db, files }: Taking,
  { writer, request }: { writer: ArchiveWriter; request: BackupRequest },
): Promise<void> {
  const { id, projectId, passphrase } = request
  const project = await findProject(db, { id: projectId })
  if (!project) throw new Error('The project no longer exists')
  const { name, region } = project
  const about: About = {
    format: FORMAT,
    version: FORMAT_VERSION,
    id,
    createdOn: new Date().toISOString(),
    project: { id: projectId, name, region },
    hasSecrets: passphrase !== undefined,
    fileBases: files.all.map((store) => store.publicUrl('')),
  }
  await writer.writePart('about.json', JSON.stringify(about))
}

/** Writes a project into one archive, with the rows of each environment from one snapshot. */
export async function takeBackup(context: Taking, request: BackupRequest): Promise<End> {
  const { out, tell, signal } = request
  const writer = openArchiveWriter(out)
  await tell({ message: 'Taking a snapshot', progress: 0.02 })
  const snapshots = await openSnapshots(context, request)
  try {
    await writeAbout(context, { writer, request })
    const small = await writePlatform(context, { writer, snapshots, request })
    for (const [at, { name, snapshot }] of snapshots.entries()) {
      let bytes = 0
      for await (const part of snapshot.parts()) {
        signal.throwIfAborted()
        bytes += part.body.length
        await writer.writePart(`${name}/rows/${part.name}`, part.body)
        const message = `Rows of ${name}: ${Math.ceil(bytes / 1_048_576)} MB`
        await tell({ message, progress: 0.1 + 0.25 * (at + bytes / (bytes + 2 ** 28)) })
      }
    }
    const contents: BackupContents[] = []
    let missingFiles = 0
    for (const [at, taken] of snapshots.entries()) {
      const written = await writeFiles(context, { writer, taken, tell, signal })
      missingFiles += written.missing
      const counted = small[at]
      if (!counted) continue
      const { tables, rows } = taken.snapshot
      contents.push({ ...counted, files: written.files, tables, rows: rows() })
    }
    const end = { contents, missingFiles }
    await writer.finish(end)
    return { ...end, parts: 0 }
  } finally {
    for (const { snapshot } of snapshots) await snapshot.close()
  }
}
