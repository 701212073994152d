import type { Page } from '@playwright/test'
import { executeWorkflow, type WorkflowNode } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import type { Person } from '../harness/fixtures.ts'
import { drawNode, giveWorkflow, join, readKinds } from '../workflow-editor/workflow-steps.ts'

/** Checks the page in both themes, and takes screenshots if they are wanted. */
export async function inspect(page: Page, name: string) {
  await expectClean(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = process.env.SHOTS && `${process.env.SHOTS}/${name}-${colorScheme}.png`
    if (path) await page.screenshot({ path })
  }
}

/** Starts a run that asks these approvers; returns its id. */
export async function ask(
  me: Person,
  projectId: string,
  parameters: WorkflowNode['data']['parameters'],
  name = 'Refunds',
): Promise<string> {
  const kindOf = await readKinds(me, projectId)
  const draw = (kind: string, label: string, x: number, given = {}) =>
    drawNode(kindOf(kind), { label, x, y: 120, parameters: given })
  const nodes = [draw('trigger-manual', 'Start', 40), draw('approval', 'Consent', 460, parameters)]
  const connections = [join('Start', 'Consent')]
  const graph = { name, nodes, connections, active: true }
  const workflowId = await giveWorkflow(me, projectId, graph)
  const { data } = await me.client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes, edges: connections },
    headers: { Prefer: 'respond-async' },
  })
  return data.runId
}
