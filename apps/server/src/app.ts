import { createKey } from './api-key/create-key.ts'
import { deleteKey } from './api-key/delete-key.ts'
import { listKeys } from './api-key/list-keys.ts'
import { changeUserPassword } from './app-user/change-user-password.ts'
import { refreshUser } from './app-user/refresh-user.ts'
import { requestUserReset } from './app-user/request-user-reset.ts'
import { resetUserPassword } from './app-user/reset-user-password.ts'
import { signInUser } from './app-user/sign-in-user.ts'
import { signOutUser } from './app-user/sign-out-user.ts'
import { signUpUser } from './app-user/sign-up-user.ts'
import { verifyUser } from './app-user/verify-user.ts'
import { listAudit } from './audit/list-audit.ts'
import { listAuditFilters } from './audit/list-audit-filters.ts'
import { beginTwoStep } from './auth/begin-two-step.ts'
import { confirmTwoStep } from './auth/confirm-two-step.ts'
import { endTwoStep } from './auth/end-two-step.ts'
import { getDevUser } from './auth/get-dev-user.ts'
import { getMe } from './auth/get-me.ts'
import { getTwoStep } from './auth/get-two-step.ts'
import { listSessions } from './auth/list-sessions.ts'
import { renewRecoveryCodes } from './auth/renew-recovery-codes.ts'
import { requestPasswordReset } from './auth/request-password-reset.ts'
import { resetPassword } from './auth/reset-password.ts'
import { revokeSession } from './auth/revoke-session.ts'
import { saveProfile } from './auth/save-profile.ts'
import { signIn } from './auth/sign-in.ts'
import { signOut } from './auth/sign-out.ts'
import { backupRoutes } from './backup/backup-routes.ts'
import { createConstant } from './constant/create-constant.ts'
import { deleteConstant } from './constant/delete-constant.ts'
import { listConstantUses } from './constant/list-constant-uses.ts'
import { listConstants } from './constant/list-constants.ts'
import { updateConstant } from './constant/update-constant.ts'
import { createCredential } from './credential/create-credential.ts'
import { deleteCredential } from './credential/delete-credential.ts'
import { listCredentials } from './credential/list-credentials.ts'
import { testCredential } from './credential/test-credential.ts'
import { updateCredential } from './credential/update-credential.ts'
import { createRow } from './data/create-row.ts'
import { deleteRow } from './data/delete-row.ts'
import { deleteRows } from './data/delete-rows.ts'
import { explainRow } from './data/explain-row.ts'
import { exportRows } from './data/export-rows.ts'
import { getConfiguration } from './data/get-configuration.ts'
import { getRow } from './data/get-row.ts'
import { importRows } from './data/import-rows.ts'
import { listRows } from './data/list-rows.ts'
import { updateRow } from './data/update-row.ts'
import { updateRows } from './data/update-rows.ts'
import { createDomain } from './domain/create-domain.ts'
import { deleteDomain } from './domain/delete-domain.ts'
import { listDomains } from './domain/list-domains.ts'
import { updateDomain } from './domain/update-domain.ts'
import { getFileLinks } from './file/get-file-links.ts'
import { getImageDownloadUrl } from './file/get-image-download-url.ts'
import { requestImageUpload } from './file/request-image-upload.ts'
import { requestUpload } from './file/request-upload.ts'
import { getLiveness } from './health/get-liveness.ts'
import { getOpenapi } from './health/get-openapi.ts'
import { getReadiness } from './health/get-readiness.ts'
import type { Route } from './http/route.ts'
import { addMember } from './member/add-member.ts'
import { createMember } from './member/create-member.ts'
import { listMembers } from './member/list-members.ts'
import { listOrgUsers } from './member/list-org-users.ts'
import { removeMember } from './member/remove-member.ts'
import { updateMember } from './member/update-member.ts'
import { listPreferences } from './preference/list-preferences.ts'
import { savePreferences } from './preference/save-preferences.ts'
import { createProject } from './project/create-project.ts'
import { deleteProject } from './project/delete-project.ts'
import { getProductionAccess } from './project/get-production-access.ts'
import { getProject } from './project/get-project.ts'
import { getProjectOpenapi } from './project/get-project-openapi.ts'
import { listEnvironments } from './project/list-environments.ts'
import { listProjects } from './project/list-projects.ts'
import { listRegions } from './project/list-regions.ts'
import { runMigration } from './project/run-migration.ts'
import { saveConfiguration } from './project/save-configuration.ts'
import { saveProductionAccess } from './project/save-production-access.ts'
import { cancelRelease } from './release/cancel-release.ts'
import { deployDatabase } from './release/deploy-database.ts'
import { listGone } from './release/list-gone.ts'
import { listReleases } from './release/list-releases.ts'
import { planDeploy } from './release/plan-deploy.ts'
import { planSync } from './release/plan-sync.ts'
import { restoreGone } from './release/restore-gone.ts'
import { syncDatabase } from './release/sync-database.ts'
import { undoRelease } from './release/undo-release.ts'
import { watchRelease } from './release/watch-release.ts'
import { getRequestChart } from './request-log/get-request-chart.ts'
import { listIndexOffers } from './request-log/list-index-offers.ts'
import { listRequests } from './request-log/list-requests.ts'
import { cancelRun } from './run/cancel-run.ts'
import { exportRun } from './run/export-run.ts'
import { getRun } from './run/get-run.ts'
import { getRunChart } from './run/get-run-chart.ts'
import { getRunRetention } from './run/get-run-retention.ts'
import { listRuns } from './run/list-runs.ts'
import { replayRun } from './run/replay-run.ts'
import { retryRun } from './run/retry-run.ts'
import { saveRunRetention } from './run/save-run-retention.ts'
import { watchRun } from './run/watch-run.ts'
import { acceptInvitation } from './staff/accept-invitation.ts'
import { disableStaff } from './staff/disable-staff.ts'
import { getStaffPolicy } from './staff/get-staff-policy.ts'
import { inviteStaff } from './staff/invite-staff.ts'
import { listInvitations } from './staff/list-invitations.ts'
import { listStaff } from './staff/list-staff.ts'
import { openInvitation } from './staff/open-invitation.ts'
import { restoreStaff } from './staff/restore-staff.ts'
import { saveStaffPolicy } from './staff/save-staff-policy.ts'
import { withdrawInvitation } from './staff/withdraw-invitation.ts'
import { listScheduleTimes } from './trigger/schedule/list-schedule-times.ts'
import { createWorkflow } from './workflow/create-workflow.ts'
import { deleteWorkflow } from './workflow/delete-workflow.ts'
import { executeWorkflow } from './workflow/execute-workflow.ts'
import { getWorkflow } from './workflow/get-workflow.ts'
import { getWorkflowVersion } from './workflow/get-workflow-version.ts'
import { listNodeDefinitions } from './workflow/list-node-definitions.ts'
import { listWorkflowVersions } from './workflow/list-workflow-versions.ts'
import { listWorkflows } from './workflow/list-workflows.ts'
import { previewExpression } from './workflow/preview-expression.ts'
import { updateWorkflow } from './workflow/update-workflow.ts'

/** Every call that this build answers. */
export const routes: readonly Route[] = [
  getLiveness,
  getReadiness,
  getOpenapi,

  signIn,
  getMe,
  getDevUser,
  signOut,
  requestPasswordReset,
  resetPassword,
  listSessions,
  revokeSession,
  saveProfile,

  getTwoStep,
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  endTwoStep,

  listStaff,
  disableStaff,
  restoreStaff,
  listInvitations,
  inviteStaff,
  withdrawInvitation,
  acceptInvitation,
  openInvitation,
  getStaffPolicy,
  saveStaffPolicy,

  listProjects,
  createProject,
  runMigration,
  listRegions,
  getProject,
  deleteProject,
  saveConfiguration,
  getProjectOpenapi,
  getConfiguration,

  planSync,
  syncDatabase,
  planDeploy,
  deployDatabase,
  listReleases,
  watchRelease,
  cancelRelease,
  undoRelease,
  listGone,
  restoreGone,

  getRow,
  listRows,
  createRow,
  updateRow,
  updateRows,
  deleteRow,
  deleteRows,
  importRows,
  exportRows,
  explainRow,

  signUpUser,
  signInUser,
  refreshUser,
  signOutUser,
  changeUserPassword,
  verifyUser,
  requestUserReset,
  resetUserPassword,

  listEnvironments,
  getProductionAccess,
  saveProductionAccess,

  listMembers,
  createMember,
  addMember,
  updateMember,
  removeMember,
  listOrgUsers,

  listDomains,
  createDomain,
  updateDomain,
  deleteDomain,

  listConstants,
  createConstant,
  updateConstant,
  deleteConstant,
  listConstantUses,

  listKeys,
  createKey,
  deleteKey,
  ...backupRoutes,

  listRequests,
  getRequestChart,
  listIndexOffers,

  listPreferences,
  savePreferences,

  listWorkflows,
  createWorkflow,
  listNodeDefinitions,
  listScheduleTimes,
  getWorkflow,
  updateWorkflow,
  deleteWorkflow,
  executeWorkflow,
  previewExpression,
  listWorkflowVersions,
  getWorkflowVersion,

  listRuns,
  getRun,
  watchRun,
  cancelRun,
  getRunChart,
  exportRun,
  replayRun,
  retryRun,
  getRunRetention,
  saveRunRetention,

  listCredentials,
  createCredential,
  updateCredential,
  testCredential,
  deleteCredential,

  requestUpload,
  getFileLinks,
  requestImageUpload,
  getImageDownloadUrl,

  listAudit,
  listAuditFilters,
]
