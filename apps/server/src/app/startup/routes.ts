import { accountRoutes } from '../../accounts/routes.ts'
import type { Route } from '../../foundation/http/calls/route.ts'
import { operationRoutes } from '../../operations/routes.ts'
import { projectRoutes } from '../../projects/routes.ts'
import { rowRoutes } from '../../rows/routes.ts'
import { workflowRoutes } from '../../workflows/routes.ts'
import type { Context } from '../context/context.ts'
import { getHealth } from '../health/get-health.ts'
import { getLiveness } from '../health/get-liveness.ts'
import { getOpenapi } from '../health/get-openapi.ts'
import { getReadiness } from '../health/get-readiness.ts'

/** All routes of the server. */
export const routes: readonly Route<Context>[] = [
  getLiveness,
  getReadiness,
  getHealth,
  getOpenapi,
  ...accountRoutes,
  ...projectRoutes,
  ...rowRoutes,
  ...workflowRoutes,
  ...operationRoutes,
]
