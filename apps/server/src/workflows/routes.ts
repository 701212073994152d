import type { Route } from '../foundation/http/calls/route.ts'
import { decideUserApproval } from './approvals/app-users/decide-user-approval.ts'
import { listUserApprovals } from './approvals/app-users/list-user-approvals.ts'
import { decideApproval } from './approvals/decide-approval.ts'
import { getApproval } from './approvals/get-approval.ts'
import { listApprovals } from './approvals/list-approvals.ts'
import { decideApprovalLink } from './approvals/tokens/decide-approval-link.ts'
import { openApprovalLink } from './approvals/tokens/open-approval-link.ts'
import { resumeByUrl } from './approvals/tokens/resume-by-url.ts'
import type { WorkflowsContext } from './context.ts'
import { createCredential } from './credentials/create-credential.ts'
import { deleteCredential } from './credentials/delete-credential.ts'
import { listCredentials } from './credentials/list-credentials.ts'
import { connectCredential } from './credentials/oauth/connect-credential.ts'
import { finishConnection } from './credentials/oauth/finish-connection.ts'
import { registerClient } from './credentials/oauth/registration/register-client.ts'
import { testCredential } from './credentials/test-credential.ts'
import { updateCredential } from './credentials/update-credential.ts'
import { createWorkflow } from './editing/create-workflow.ts'
import { deleteWorkflow } from './editing/delete-workflow.ts'
import { executeWorkflow } from './editing/execute-workflow.ts'
import { getWorkflow } from './editing/get-workflow.ts'
import { getWorkflowVersion } from './editing/get-workflow-version.ts'
import { listConstantUses } from './editing/list-constant-uses.ts'
import { listNodeDefinitions } from './editing/list-node-definitions.ts'
import { listWorkflowActivity } from './editing/list-workflow-activity.ts'
import { listWorkflowVersions } from './editing/list-workflow-versions.ts'
import { listWorkflows } from './editing/list-workflows.ts'
import { previewExpression } from './editing/preview-expression.ts'
import { updateWorkflow } from './editing/update-workflow.ts'
import { watchActivity } from './runs/activity/watch-activity.ts'
import { cancelRun } from './runs/history/cancel-run.ts'
import { deleteRun } from './runs/history/delete-run.ts'
import { exportRun } from './runs/history/export-run.ts'
import { getRun } from './runs/history/get-run.ts'
import { getRunChart } from './runs/history/get-run-chart.ts'
import { getRunRetention } from './runs/history/get-run-retention.ts'
import { listRuns } from './runs/history/list-runs.ts'
import { replayRun } from './runs/history/replay-run.ts'
import { retryRun } from './runs/history/retry-run.ts'
import { saveRunRetention } from './runs/history/save-run-retention.ts'
import { watchRun } from './runs/history/watch-run.ts'
import { listScheduleTimes } from './triggers/schedule/list-schedule-times.ts'
import { listenToWebhook } from './triggers/webhook/listen-to-webhook.ts'
import { createWorkflowTest } from './workflow-tests/create-workflow-test.ts'
import { deleteWorkflowTest } from './workflow-tests/delete-workflow-test.ts'
import { listWorkflowTests } from './workflow-tests/list-workflow-tests.ts'
import { runWorkflowTest } from './workflow-tests/run-workflow-test.ts'
import { updateWorkflowTest } from './workflow-tests/update-workflow-test.ts'

export const workflowRoutes: readonly Route<WorkflowsContext>[] = [
  listConstantUses,

  listWorkflows,
  createWorkflow,
  listNodeDefinitions,
  listScheduleTimes,
  listWorkflowActivity,
  getWorkflow,
  updateWorkflow,
  deleteWorkflow,
  executeWorkflow,
  listenToWebhook,
  previewExpression,
  listWorkflowVersions,
  getWorkflowVersion,

  listWorkflowTests,
  createWorkflowTest,
  runWorkflowTest,
  updateWorkflowTest,
  deleteWorkflowTest,

  listRuns,
  getRun,
  watchRun,
  watchActivity,
  cancelRun,
  deleteRun,
  getRunChart,
  exportRun,
  replayRun,
  retryRun,
  getRunRetention,
  saveRunRetention,

  listApprovals,
  getApproval,
  decideApproval,
  openApprovalLink,
  decideApprovalLink,
  resumeByUrl,
  listUserApprovals,
  decideUserApproval,

  listCredentials,
  createCredential,
  updateCredential,
  testCredential,
  deleteCredential,
  connectCredential,
  registerClient,
  finishConnection,
]
