import { getProjectOverview as endpoint } from '@plinth/contract'
import { writeOverview } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { describeProject } from './describe-project.ts'

export const getProjectOverview = route(
  endpoint,
  async ({ project, query }, context: ProjectsContext) => {
    const environment = query.$environment
    const { configuration, about } = await describeProject(context, { project, environment })
    return { text: writeOverview(configuration, about) }
  },
)
