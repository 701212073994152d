import { expect } from '@playwright/test'
import { getProject } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

/** Deploys the schema to production, after an admin has reviewed the plan. */
export async function deployDatabase({ page, project, client }: StoryContext): Promise<void> {
  await page.getByRole('button', { name: 'Deploy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(page.getByText('Database deployed successfully')).toBeVisible()
  const { projectData } = await (await client()).call(getProject, {
    params: { projectId: project.id },
  })
  expect(projectData.prodConfiguration.old_configuration).toEqual(
    projectData.configuration.old_configuration,
  )
  await page.goto('/home')
  await expect(page.getByText('In sync').last()).toBeVisible()
}
