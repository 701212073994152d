import { expect } from '@playwright/test'
import { getRun, listWorkflowTests, runWorkflowTest } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

/** The run that survived the kill becomes a test, which sends no mail and passes. */
export async function testWorkflow(story: StoryContext): Promise<void> {
  const { page, project } = story
  await page.goto(`/project/${project.id}/workflow/run/${story.runId}`)
  await page.getByRole('button', { name: 'Make a test' }).click()
  await expect(page.getByText('Test made', { exact: true })).toBeVisible()
  const on = await story.client()
  const { run } = await on.call(getRun, { params: { projectId: project.id, runId: story.runId } })
  const params = { projectId: project.id, workflowId: run.workflowId }
  const { tests } = await on.call(listWorkflowTests, { params })
  const testId = tests[0]?.id ?? ''
  const { result } = await on.call(runWorkflowTest, { params: { ...params, testId } })
  expect(result).toMatchObject({ passed: true, differences: [] })
  await page.goto(`/project/${project.id}/data`)
}
