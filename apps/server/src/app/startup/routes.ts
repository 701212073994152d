import { addMember } from '../../accounts/members/add-member.ts'
import { createMember } from '../../accounts/members/create-member.ts'
import { listMembers } from '../../accounts/members/list-members.ts'
import { listOrgUsers } from '../../accounts/members/list-org-users.ts'
import { removeMember } from '../../accounts/members/remove-member.ts'
import { updateMember } from '../../accounts/members/update-member.ts'
import { listPreferences } from '../../accounts/preferences/list-preferences.ts'
import { savePreferences } from '../../accounts/preferences/save-preferences.ts'
import { requestPasswordReset } from '../../accounts/profile/request-password-reset.ts'
import { resetPassword } from '../../accounts/profile/reset-password.ts'
import { saveProfile } from '../../accounts/profile/save-profile.ts'
import { getDevUser } from '../../accounts/sign-in/get-dev-user.ts'
import { getMe } from '../../accounts/sign-in/get-me.ts'
import { listSessions } from '../../accounts/sign-in/list-sessions.ts'
import { revokeSession } from '../../accounts/sign-in/revoke-session.ts'
import { signIn } from '../../accounts/sign-in/sign-in.ts'
import { signOut } from '../../accounts/sign-in/sign-out.ts'
import { acceptInvitation } from '../../accounts/staff/accept-invitation.ts'
import { disableStaff } from '../../accounts/staff/disable-staff.ts'
import { getStaffPolicy } from '../../accounts/staff/get-staff-policy.ts'
import { inviteStaff } from '../../accounts/staff/invite-staff.ts'
import { listInvitations } from '../../accounts/staff/list-invitations.ts'
import { listStaff } from '../../accounts/staff/list-staff.ts'
import { openInvitation } from '../../accounts/staff/open-invitation.ts'
import { restoreStaff } from '../../accounts/staff/restore-staff.ts'
import { saveStaffPolicy } from '../../accounts/staff/save-staff-policy.ts'
import { withdrawInvitation } from '../../accounts/staff/withdraw-invitation.ts'
import { beginTwoFactor } from '../../accounts/two-factor/begin-two-factor.ts'
import { confirmTwoFactor } from '../../accounts/two-factor/confirm-two-factor.ts'
import { endTwoFactor } from '../../accounts/two-factor/end-two-factor.ts'
import { getTwoFactor } from '../../accounts/two-factor/get-two-factor.ts'
import { renewRecoveryCodes } from '../../accounts/two-factor/renew-recovery-codes.ts'
import type { Route } from '../../foundation/http/calls/route.ts'
import { listAudit } from '../../operations/audit/list-audit.ts'
import { listAuditFilters } from '../../operations/audit/list-audit-filters.ts'
import { backupRoutes } from '../../operations/backups/backup-routes.ts'
import { cancelRelease } from '../../operations/releases/cancel-release.ts'
import { deployDatabase } from '../../operations/releases/deploy-database.ts'
import { listReleases } from '../../operations/releases/list-releases.ts'
import { listTrash } from '../../operations/releases/list-trash.ts'
import { planDeploy } from '../../operations/releases/plan-deploy.ts'
import { planSync } from '../../operations/releases/plan-sync.ts'
import { restoreFromTrash } from '../../operations/releases/restore-from-trash.ts'
import { syncDatabase } from '../../operations/releases/sync-database.ts'
import { undoRelease } from '../../operations/releases/undo-release.ts'
import { watchRelease } from '../../operations/releases/watch-release.ts'
import { createKey } from '../../projects/api-keys/create-key.ts'
import { deleteKey } from '../../projects/api-keys/delete-key.ts'
import { listKeys } from '../../projects/api-keys/list-keys.ts'
import { createConstant } from '../../projects/constants/create-constant.ts'
import { deleteConstant } from '../../projects/constants/delete-constant.ts'
import { listConstants } from '../../projects/constants/list-constants.ts'
import { updateConstant } from '../../projects/constants/update-constant.ts'
import { createDomain } from '../../projects/domains/create-domain.ts'
import { deleteDomain } from '../../projects/domains/delete-domain.ts'
import { listDomains } from '../../projects/domains/list-domains.ts'
import { updateDomain } from '../../projects/domains/update-domain.ts'
import { getProductionAccess } from '../../projects/environments/get-production-access.ts'
import { listEnvironments } from '../../projects/environments/list-environments.ts'
import { saveProductionAccess } from '../../projects/environments/save-production-access.ts'
import { createProject } from '../../projects/lifecycle/create-project.ts'
import { deleteProject } from '../../projects/lifecycle/delete-project.ts'
import { getProject } from '../../projects/lifecycle/get-project.ts'
import { getProjectOpenapi } from '../../projects/lifecycle/get-project-openapi.ts'
import { listProjects } from '../../projects/lifecycle/list-projects.ts'
import { listRegions } from '../../projects/lifecycle/list-regions.ts'
import { runMigration } from '../../projects/lifecycle/run-migration.ts'
import { saveConfiguration } from '../../projects/lifecycle/save-configuration.ts'
import { changeUserPassword } from '../../rows/app-users/change-user-password.ts'
import { refreshUser } from '../../rows/app-users/refresh-user.ts'
import { requestUserReset } from '../../rows/app-users/request-user-reset.ts'
import { resetUserPassword } from '../../rows/app-users/reset-user-password.ts'
import { signInUser } from '../../rows/app-users/sign-in-user.ts'
import { signOutUser } from '../../rows/app-users/sign-out-user.ts'
import { signUpUser } from '../../rows/app-users/sign-up-user.ts'
import { verifyUser } from '../../rows/app-users/verify-user.ts'
import { getFileLinks } from '../../rows/files/get-file-links.ts'
import { getImageDownloadUrl } from '../../rows/files/get-image-download-url.ts'
import { requestImageUpload } from '../../rows/files/request-image-upload.ts'
import { requestUpload } from '../../rows/files/request-upload.ts'
import { explainRow } from '../../rows/read/explain-row.ts'
import { getRow } from '../../rows/read/get-row.ts'
import { listRows } from '../../rows/read/list-rows.ts'
import { getConfiguration } from '../../rows/request/get-configuration.ts'
import { getRequestChart } from '../../rows/request-log/get-request-chart.ts'
import { listIndexOffers } from '../../rows/request-log/list-index-offers.ts'
import { listRequests } from '../../rows/request-log/list-requests.ts'
import { exportRows } from '../../rows/transfer/export-rows.ts'
import { importRows } from '../../rows/transfer/import-rows.ts'
import { createRow } from '../../rows/write/create-row.ts'
import { deleteRow } from '../../rows/write/delete-row.ts'
import { deleteRows } from '../../rows/write/delete-rows.ts'
import { updateRow } from '../../rows/write/update-row.ts'
import { updateRows } from '../../rows/write/update-rows.ts'
import { createCredential } from '../../workflows/credentials/create-credential.ts'
import { deleteCredential } from '../../workflows/credentials/delete-credential.ts'
import { listCredentials } from '../../workflows/credentials/list-credentials.ts'
import { testCredential } from '../../workflows/credentials/test-credential.ts'
import { updateCredential } from '../../workflows/credentials/update-credential.ts'
import { createWorkflow } from '../../workflows/editing/create-workflow.ts'
import { deleteWorkflow } from '../../workflows/editing/delete-workflow.ts'
import { executeWorkflow } from '../../workflows/editing/execute-workflow.ts'
import { getWorkflow } from '../../workflows/editing/get-workflow.ts'
import { getWorkflowVersion } from '../../workflows/editing/get-workflow-version.ts'
import { listConstantUses } from '../../workflows/editing/list-constant-uses.ts'
import { listNodeDefinitions } from '../../workflows/editing/list-node-definitions.ts'
import { listWorkflowVersions } from '../../workflows/editing/list-workflow-versions.ts'
import { listWorkflows } from '../../workflows/editing/list-workflows.ts'
import { previewExpression } from '../../workflows/editing/preview-expression.ts'
import { updateWorkflow } from '../../workflows/editing/update-workflow.ts'
import { cancelRun } from '../../workflows/runs/history/cancel-run.ts'
import { exportRun } from '../../workflows/runs/history/export-run.ts'
import { getRun } from '../../workflows/runs/history/get-run.ts'
import { getRunChart } from '../../workflows/runs/history/get-run-chart.ts'
import { getRunRetention } from '../../workflows/runs/history/get-run-retention.ts'
import { listRuns } from '../../workflows/runs/history/list-runs.ts'
import { replayRun } from '../../workflows/runs/history/replay-run.ts'
import { retryRun } from '../../workflows/runs/history/retry-run.ts'
import { saveRunRetention } from '../../workflows/runs/history/save-run-retention.ts'
import { watchRun } from '../../workflows/runs/history/watch-run.ts'
import { listScheduleTimes } from '../../workflows/triggers/schedule/list-schedule-times.ts'
import type { Context } from '../context/context.ts'
import { getLiveness } from '../health/get-liveness.ts'
import { getOpenapi } from '../health/get-openapi.ts'
import { getReadiness } from '../health/get-readiness.ts'

/** All routes of the server. */
export const routes: readonly Route<Context>[] = [
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

  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  endTwoFactor,

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
  listTrash,
  restoreFromTrash,

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
