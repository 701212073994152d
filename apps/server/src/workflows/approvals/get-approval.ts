import { getApproval as endpoint } from '@plinth/contract'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { readTableNames } from './app-users/resolve-app-users.ts'
import { findApproval } from './approval-store.ts'
import { deciderOf } from './decider-of.ts'
import { readApproval } from './read-approval.ts'

export const getApproval = route(
  endpoint,
  async ({ project, params, staff }, { db, environments }: WorkflowsContext) => {
    const found = await findApproval(db, params.approvalId)
    if (found?.projectId !== project.id) throw notFound()
    allowEnvironmentRead(project, found.environment)
    const tables = await readTableNames({ environments }, found)
    return {
      approval: await readApproval({ on: db, tables }, found.id, deciderOf(staff, project)),
    }
  },
)
