import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createRow, listRows } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

/** An admin suspends the project and opens it again; meanwhile the app gets no data and keeps its session. */
export async function stopAndReopen({ page, product, project, appToken }: StoryContext) {
  const app = createClient({ baseUrl: product.address, token: () => appToken })
  const orders = { params: { table: 'orders' } }
  await page.goto(`/project/${project.id}/settings?section=general`)
  await page.getByRole('button', { name: 'Suspend project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Sends too much')
  await dialog.getByRole('button', { name: 'Suspend project' }).click()
  const note = page.getByRole('complementary', { name: 'Availability' })
  await expect(note).toContainText('This project is suspended.')
  const refused = { status: 403, code: 'project_suspended' }
  await expect(app.call(listRows, orders)).rejects.toMatchObject(refused)
  await expect(app.call(createRow, { ...orders, body: { total: 3 } })).rejects.toMatchObject(
    refused,
  )
  await page.getByRole('button', { name: 'Open project' }).click()
  await dialog.getByRole('button', { name: 'Open project' }).click()
  // An open dialog hides everything else from the roles.
  await expect(dialog).toBeHidden()
  await expect(note).toBeHidden()
  expect((await app.call(listRows, orders)).data).toMatchObject([{ total: 2 }])
}
