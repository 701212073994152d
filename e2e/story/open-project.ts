import { expect } from '@playwright/test'
import type { StoryContext } from './story-context.ts'

/** Opens the project from the list and visits each section. */
export async function openProject({ page, project }: StoryContext): Promise<void> {
  await page.goto('/home')
  await page.getByRole('link', { name: project.name }).click()
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  for (const [tab, path] of [
    ['UI', 'ui'],
    ['Workflow', 'workflow'],
    ['Data', 'data'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(`/project/${project.id}/${path}`)
  }
}
