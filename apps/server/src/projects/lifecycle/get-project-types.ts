import { getProjectTypes as endpoint } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'
import { readConfiguration } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'

/** Describes the applied configuration, because a draft cannot be called yet. */
export const getProjectTypes = route(
  endpoint,
  async ({ project, query }, { db }: ProjectsContext) => {
    const environment = query.$environment
    const stored = await findConfiguration(db, { projectId: project.id, environment })
    if (!stored) throw projectNotFound()
    return { types: writeTypes(readConfiguration(stored.oldText)) }
  },
)
