import { expect } from '@playwright/test'
import { openData, selectTable, tableRow } from '../schema-editor/data-steps.ts'
import type { StoryContext } from './story-context.ts'

/** An edit of one table is still there after visiting another, and is saved then. */
export async function keepEdits({ page, project }: StoryContext): Promise<void> {
  await openData(page, project)
  await selectTable(page, 'customers')
  await page.getByRole('button', { name: 'Add Row' }).click()
  const row = page.locator('[data-row="0"]')
  await expect(row).toBeVisible()
  // The first field of the new row has the focus.
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Ada')
  await selectTable(page, 'orders')
  await expect(tableRow(page, 'customers')).toContainText('1 unsaved change')
  await selectTable(page, 'customers')
  await expect(row).toContainText('Ada')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('1 change in customers')).toBeVisible()
  await expect(tableRow(page, 'customers')).not.toContainText('unsaved')
}
