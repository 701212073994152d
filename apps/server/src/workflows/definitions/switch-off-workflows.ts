import type { Transaction } from '../../foundation/platform/database.ts'
import { saveWorkflow, selectWorkflows } from './workflow-store.ts'
import { readStoredCanvas, toWorkflowText } from './workflow-text.ts'

const STARTED_FROM_OUTSIDE: ReadonlySet<string> = new Set(['trigger-schedule', 'trigger-webhook'])

/** Switches off the workflows of a project that a schedule or a webhook starts, as a new version; returns how many. */
export async function switchOffWorkflows(
  transaction: Transaction,
  { projectId, by }: { projectId: string; by: string },
): Promise<number> {
  const workflows = (await selectWorkflows(transaction, projectId)).filter(
    ({ active, triggers }) =>
      active && triggers.some((each) => each.active && STARTED_FROM_OUTSIDE.has(each.kind)),
  )
  for (const workflow of workflows) {
    const { id, name } = workflow
    const text = toWorkflowText(readStoredCanvas(workflow), { name, active: false })
    await saveWorkflow(transaction, { id, text, by, releaseId: null })
  }
  return workflows.length
}
