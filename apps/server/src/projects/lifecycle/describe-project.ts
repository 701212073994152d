import type { EnvironmentName } from '@plinth/contract'
import type { OpenapiOfTables } from '@plinth/schema'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'
import { readConfiguration } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { findProject } from './project-store.ts'

/** The applied configuration with what its descriptions say, because a draft cannot be called yet. */
export async function describeProject(
  { db, env }: ProjectsContext,
  { project, environment }: { project: { id: string }; environment: EnvironmentName },
) {
  const [record, stored] = await Promise.all([
    findProject(db, project),
    findConfiguration(db, { projectId: project.id, environment }),
  ])
  if (!record || !stored) throw projectNotFound()
  const about: OpenapiOfTables = {
    title: record.name,
    version: `${stored.revision}`,
    projectId: project.id,
    environment,
    servers: [env.baseUrl],
  }
  return { configuration: readConfiguration(stored.oldText), about }
}
