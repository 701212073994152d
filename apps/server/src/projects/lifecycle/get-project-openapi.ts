import { getProjectOpenapi as endpoint } from '@plinth/contract'
import { openapiOfTables } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'
import { readConfiguration } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { findProject } from './project-store.ts'

/** Describes the applied configuration, because a draft cannot be called yet. */
export const getProjectOpenapi = route(
  endpoint,
  async ({ project, query }, { db, env }: ProjectsContext) => {
    const environment = query.$environment
    const [record, stored] = await Promise.all([
      findProject(db, project),
      findConfiguration(db, { projectId: project.id, environment }),
    ])
    if (!record || !stored) throw projectNotFound()
    const document = openapiOfTables(readConfiguration(stored.oldText), {
      title: record.name,
      version: `${stored.revision}`,
      projectId: project.id,
      environment,
      servers: [env.baseUrl],
    })
    return { openapi: '3.1.1', ...document }
  },
)
