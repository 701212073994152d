import { getProjectOpenapi as endpoint } from '@plinth/contract'
import { openapiOfTables } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { describeProject } from './describe-project.ts'

export const getProjectOpenapi = route(
  endpoint,
  async ({ project, query }, context: ProjectsContext) => {
    const environment = query.$environment
    const { configuration, about } = await describeProject(context, { project, environment })
    return { openapi: '3.1.1', ...openapiOfTables(configuration, about) }
  },
)
