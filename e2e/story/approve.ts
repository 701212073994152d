import { expect } from '@playwright/test'
import {
  createWorkflow,
  executeWorkflow,
  getRun,
  listApprovals,
  listNodeDefinitions,
} from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

const TITLE = 'Refund for Ada'

/** A run asks for an approval, and waits for it when everything is killed. */
export async function askForApproval(story: StoryContext): Promise<void> {
  const on = await story.client()
  const params = { projectId: story.project.id }
  const { data: offered } = await on.call(listNodeDefinitions, { params })
  const definition = Object.values(offered.nodeDefinitions)
    .flat()
    .find(({ name }) => name === 'approval')
  if (!definition) throw new Error('approval is not offered')
  const parameters = { title: TITLE, approvers: 'role:developer' }
  const data = { definition, parameters, credentials: {}, label: 'ask' }
  const node = {
    id: 'ask',
    type: 'custom' as const,
    position: { x: 0, y: 0 },
    data: { ...data, active: true, isDisabled: false },
  }
  const { data: made } = await on.call(createWorkflow, {
    params,
    body: { name: 'Refunds', nodes: [node], connections: [], active: true },
  })
  const { data: executed } = await on.call(executeWorkflow, {
    params: { ...params, workflowId: made.workflow.id },
    body: { nodes: [node], edges: [] },
    headers: { Prefer: 'respond-async' },
  })
  story.askingRunId = executed.runId
  const waiting = async () => (await on.call(listApprovals, { params })).approvals.length
  await expect.poll(waiting).toBe(1)
}

/** The approval is decided in the inbox, and its run goes on. */
export async function approve(story: StoryContext): Promise<void> {
  const { page, project } = story
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: `Open the approval ${TITLE}` }).click()
  const dialog = page.getByRole('dialog', { name: TITLE })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  const on = await story.client()
  const params = { projectId: project.id, runId: story.askingRunId }
  const result = async () => (await on.call(getRun, { params })).run.result
  await expect.poll(result).toMatchObject({ ask: { decision: 'approved' } })
  await page.goto(`/project/${project.id}/data`)
}
