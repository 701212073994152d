import { expect } from '@playwright/test'
import {
  createField,
  createRelation,
  createTable,
  openData,
  saveAll,
  selectTable,
} from '../schema-editor/data-steps.ts'
import type { StoryContext } from './story-context.ts'

/** Designs two related tables, an Auth table and a Computed table, and saves the draft. */
export async function designTables({ page, project }: StoryContext): Promise<void> {
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table', exact: true })
  await dialog.getByLabel('Name').fill('customers')
  await dialog.getByRole('switch', { name: 'Live' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await createField(page, { name: 'name' })
  await createTable(page, 'orders')
  await selectTable(page, 'orders')
  await createField(page, { name: 'total', type: 'number' })
  await createRelation(page, {
    name: 'customer',
    target: 'customers',
    reverse: 'orders',
    reverseHolds: 'Several',
  })
  await page.getByRole('button', { name: 'Add table' }).click()
  await dialog.getByLabel('Name').fill('shoppers')
  await dialog.getByRole('radio', { name: 'Auth' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Anyone can sign up' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await createTable(page, 'totals', 'Computed')
  await page.getByRole('button', { name: 'Edit SELECT' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Table' })
  await edit.getByRole('textbox', { name: 'SELECT' }).fill('select id, total from orders')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await saveAll(page)
  await openData(page, project)
}
