import type { Route } from '../foundation/http/calls/route.ts'
import { listAudit } from './audit/list-audit.ts'
import { listAuditFilters } from './audit/list-audit-filters.ts'
import { backupRoutes } from './backups/backup-routes.ts'
import type { OperationsContext } from './context.ts'
import { cancelRelease } from './releases/cancel-release.ts'
import { deployDatabase } from './releases/deploy-database.ts'
import { listReleases } from './releases/list-releases.ts'
import { listTrash } from './releases/list-trash.ts'
import { planDeploy } from './releases/plan-deploy.ts'
import { planSync } from './releases/plan-sync.ts'
import { restoreFromTrash } from './releases/restore-from-trash.ts'
import { syncDatabase } from './releases/sync-database.ts'
import { undoRelease } from './releases/undo-release.ts'
import { watchRelease } from './releases/watch-release.ts'

export const operationRoutes: readonly Route<OperationsContext>[] = [
  planSync,
  syncDatabase,
  planDeploy,
  deployDatabase,
  listReleases,
  watchRelease,
  cancelRelease,
  undoRelease,
  listTrash,
  restoreFromTrash,

  ...backupRoutes,

  listAudit,
  listAuditFilters,
]
