import type { EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { findPlacedEnvironment } from '../../rows/environments/environment-store.ts'
import type { Files } from '../../rows/file-store/file-store.ts'
import { exportFiles } from './export-files.ts'
import { OutputFolder } from './output-folder.ts'
import { type PlatformPart, readPlatform } from './read-platform.ts'
import type { RowSource } from './row-source.ts'
import { type ExportedEnvironment, writeReadme } from './write-readme.ts'
import { writeRowFiles } from './write-row-files.ts'

export interface ExportContext {
  readonly db: Database
  readonly files: Files
  readonly openSource: (placement: Placement) => Promise<RowSource>
  readonly say: (line: string) => void
}

export interface ExportAsked {
  readonly projectId: string
  readonly environments: readonly EnvironmentName[]
  readonly out: string
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Exports a whole project into a folder, atomically; undefined if the project does not exist. */
export async function exportProject(
  ground: ExportContext,
  options: ExportAsked,
): Promise<readonly ExportedEnvironment[] | undefined> {
  const platform = await readPlatform(ground.db, options.projectId)
  if (!platform) return undefined
  const folder = await OutputFolder.create(options.out)
  try {
    const exported: ExportedEnvironment[] = []
    for (const name of options.environments)
      exported.push(await exportEnvironment(ground, { folder, platform, name }))
    await folder.file('queries.json', (file) => file.write(json(platform.queries)))
    await folder.file('views.json', (file) => file.write(json(platform.views)))
    const readme = writeReadme(platform.project, exported)
    await folder.file('README.md', (file) => file.write(readme))
    await folder.finish()
    return exported
  } catch (error) {
    await folder.abandon()
    throw error
  }
}

interface Exporting {
  readonly folder: OutputFolder
  readonly platform: PlatformPart
  readonly name: EnvironmentName
}

async function exportEnvironment(
  ground: ExportContext,
  { folder, platform, name }: Exporting,
): Promise<ExportedEnvironment> {
  const projectId = platform.project.id
  const placed = await findPlacedEnvironment(ground.db, { projectId, environment: name })
  if (!placed?.ready) throw new Error(`${name} is still being set up. Try again shortly.`)
  const source = await ground.openSource(placed.placement)
  const takenAt = new Date().toISOString()
  const rows = await writeRowFiles({
    folder,
    inside: name,
    source,
    onTable: (table, count) => ground.say(`${name} ${table.name}: ${count} rows`),
  }).finally(() => source.close())
  const { db, files } = ground
  const place = { folder, inside: name }
  const copied = await exportFiles({ db, files, ...place, environmentId: placed.id })
  await folder.file(`${name}/schema.json`, (file) => file.write(json(source.configuration)))
  await folder.file(`${name}/settings.json`, (file) => file.write(json(platform.settingsOf(name))))
  const workflows = platform.workflowsOf(name)
  for (const { id, text } of workflows)
    await folder.file(`${name}/workflows/${id}.json`, (file) => file.write(text))
  return { name, takenAt, rows, files: copied, workflows: workflows.length }
}
