import type { RowsContext } from '../rows/context.ts'
import type { ApprovalLimit } from './approvals/approval-limit.ts'
import type { WarningLimit } from './credentials/oauth/warnings/warning-limit.ts'
import type { RunBudget } from './runs/start/run-budget.ts'
import type { ScriptRunner } from './script-runner/open-runner.ts'

export interface WorkflowsContext extends RowsContext {
  runner: ScriptRunner
  runBudget: RunBudget
  approvalLimit: ApprovalLimit
  warningLimit: WarningLimit
}
