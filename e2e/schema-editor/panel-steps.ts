import type { Locator, Page } from '@playwright/test'
import { dialogOf, tableRow } from './data-steps.ts'

/** An input of the panel by its whole label. */
export function field(dialog: Locator, label: string): Locator {
  return dialog.getByLabel(label, { exact: true })
}

/** The names in the rows of the panel; the last row is empty. */
export async function namesIn(dialog: Locator): Promise<string[]> {
  const inputs = dialog.getByRole('textbox', { name: /^Field \d+$/ })
  return Promise.all((await inputs.all()).map((input) => input.inputValue()))
}

export async function openTable(page: Page, name: string): Promise<Locator> {
  await tableRow(page, name).hover()
  await page.getByRole('button', { name: `Edit table ${name}` }).click()
  return dialogOf(page, 'Edit Table')
}
