import type { Route } from '../foundation/http/calls/route.ts'
import { createKey } from './api-keys/create-key.ts'
import { deleteKey } from './api-keys/delete-key.ts'
import { listKeys } from './api-keys/list-keys.ts'
import { saveAvailability } from './availability/save-availability.ts'
import { getDefaultBudget } from './budgets/get-default-budget.ts'
import { saveBudget } from './budgets/save-budget.ts'
import { saveDefaultBudget } from './budgets/save-default-budget.ts'
import { createConstant } from './constants/create-constant.ts'
import { deleteConstant } from './constants/delete-constant.ts'
import { listConstants } from './constants/list-constants.ts'
import { updateConstant } from './constants/update-constant.ts'
import type { ProjectsContext } from './context.ts'
import { deleteProject } from './deletion/delete-project.ts'
import { eraseProject } from './deletion/erase-project.ts'
import { listDeletedProjects } from './deletion/list-deleted-projects.ts'
import { restoreProject } from './deletion/restore-project.ts'
import { createDomain } from './domains/create-domain.ts'
import { deleteDomain } from './domains/delete-domain.ts'
import { listDomains } from './domains/list-domains.ts'
import { proveDomain } from './domains/prove-domain.ts'
import { updateDomain } from './domains/update-domain.ts'
import { getProductionAccess } from './environments/get-production-access.ts'
import { listEnvironments } from './environments/list-environments.ts'
import { saveProductionAccess } from './environments/save-production-access.ts'
import { createProject } from './lifecycle/create-project.ts'
import { getProject } from './lifecycle/get-project.ts'
import { getProjectOpenapi } from './lifecycle/get-project-openapi.ts'
import { getProjectOverview } from './lifecycle/get-project-overview.ts'
import { getProjectTypes } from './lifecycle/get-project-types.ts'
import { listProjects } from './lifecycle/list-projects.ts'
import { listRegions } from './lifecycle/list-regions.ts'
import { renameProject } from './lifecycle/rename-project.ts'
import { runMigration } from './lifecycle/run-migration.ts'
import { saveConfiguration } from './lifecycle/save-configuration.ts'
import { listOrigins } from './origins/list-origins.ts'
import { saveOrigins } from './origins/save-origins.ts'
import { createSavedQuery } from './saved-queries/create-saved-query.ts'
import { deleteSavedQuery } from './saved-queries/delete-saved-query.ts'
import { listSavedQueries } from './saved-queries/list-saved-queries.ts'
import { updateSavedQuery } from './saved-queries/update-saved-query.ts'
import { createTableView } from './table-views/create-table-view.ts'
import { deleteTableView } from './table-views/delete-table-view.ts'
import { listTableViews } from './table-views/list-table-views.ts'
import { updateTableView } from './table-views/update-table-view.ts'
import { exportUsage } from './usage/export-usage.ts'
import { getUsage } from './usage/get-usage.ts'

export const projectRoutes: readonly Route<ProjectsContext>[] = [
  listProjects,
  createProject,
  runMigration,
  listRegions,
  getProject,
  renameProject,
  deleteProject,
  saveConfiguration,
  getProjectOpenapi,
  getProjectOverview,
  getProjectTypes,

  listDeletedProjects,
  restoreProject,
  eraseProject,

  listEnvironments,
  getProductionAccess,
  saveProductionAccess,
  saveAvailability,

  getUsage,
  exportUsage,
  saveBudget,
  getDefaultBudget,
  saveDefaultBudget,

  listDomains,
  createDomain,
  updateDomain,
  deleteDomain,
  proveDomain,
  listOrigins,
  saveOrigins,

  listConstants,
  createConstant,
  updateConstant,
  deleteConstant,

  listKeys,
  createKey,
  deleteKey,

  listSavedQueries,
  createSavedQuery,
  updateSavedQuery,
  deleteSavedQuery,

  listTableViews,
  createTableView,
  updateTableView,
  deleteTableView,
]
