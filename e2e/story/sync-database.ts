import { expect } from '@playwright/test'
import { getProject } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

/** Reviews, confirms and applies the plan; the dev database then has the designed tables. */
export async function syncDatabase({ page, project, client }: StoryContext): Promise<void> {
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await expect(dialog.getByText('Add table "customers".')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Same as the database')).toBeVisible()
  const { projectData } = await (await client()).call(getProject, {
    params: { projectId: project.id },
  })
  const { old_configuration: dev } = projectData.configuration
  const names = dev.tables.map((table) => table.name).sort()
  expect(names).toEqual(['customers', 'orders', 'shoppers', 'totals'])
}
