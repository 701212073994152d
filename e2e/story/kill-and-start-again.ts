import { expect } from '@playwright/test'
import type { Walk } from './walk.ts'

/** kill -9 of server, database and durable engine; the open page then finds everything as it was. */
export async function killAndStartAgain({ page, product, project }: Walk): Promise<void> {
  expect(product.killAll()).toBeGreaterThan(2)
  await product.startAgain()
  await page.reload()
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  await expect(page.getByRole('heading', { name: project.name })).toBeVisible()
  await page.getByText('Back to Projects').click()
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
}
