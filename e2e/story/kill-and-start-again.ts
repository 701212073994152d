import { expect } from '@playwright/test'
import { tableRow } from '../schema-editor/data-steps.ts'
import type { StoryContext } from './story-context.ts'

/** Kills server, database and durable runtime with SIGKILL; after the restart the open page still works. */
export async function killAndStartAgain({ page, product, project }: StoryContext): Promise<void> {
  expect(product.killAll()).toBeGreaterThan(2)
  await product.startAgain()
  await page.reload()
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  await expect(tableRow(page, 'customers')).toBeVisible()
  await expect(page.getByText('Same as the database')).toBeVisible()
  await page.goto('/home')
  await page.getByRole('link', { name: project.name }).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
}
