import { cancelRelease, syncDatabase } from '@plinth/contract'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { openPlatform } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import {
  giveTables,
  openData,
  readSaved,
  replaceTables,
  tableRow,
} from '../schema-editor/data-steps.ts'

const customers = { id: 'c', name: 'customers' }
const orders = { id: 'o', name: 'orders' }

const namesOf = async (me: Person, projectId: string) =>
  (await readSaved(me, projectId)).tables.map(({ name }) => name).toSorted()

test('restores a dropped item and undoes the last release', async ({ page, me, project }) => {
  await replaceTables(me, project.id, [customers, orders])
  await replaceTables(me, project.id, [customers])
  await openData(page, project)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Migration log and trash' })
  await expect(dialog.getByText('30 days left')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore orders' }).click()
  await expect(page.getByText('"orders" restored')).toBeVisible()
  await expect(dialog.getByText('The trash is empty')).toBeVisible()
  expect(await namesOf(me, project.id)).toEqual(['customers', 'orders'])

  await dialog.getByRole('radio', { name: 'Migration log' }).check({ force: true })
  const log = dialog.getByRole('list', { name: 'Migration log' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Done' })).toHaveCount(3)
  await expect(log.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await expectClean(page, '[role=dialog]')
  await log.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Last change undone')).toBeVisible()
  await expect(log.getByRole('listitem').first()).toContainText('Undo')
  expect(await namesOf(me, project.id)).toEqual(['customers'])
  // The button was replaced by a time with a tooltip, which Escape would close first.
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
  await expect(tableRow(page, 'customers')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('migration')
  await page.getByRole('option', { name: 'Migration log' }).click()
  await expect(dialog.getByRole('list', { name: 'Migration log' })).toBeVisible()
})

test('a long release shows progress, survives a lost connection and can be cancelled', async ({
  page,
  me,
  project,
}) => {
  await giveTables(me, project.id, [customers])
  await openData(page, project)
  const { release } = await me.client.call(syncDatabase, {
    params: { projectId: project.id },
    body: {},
  })
  const db = openPlatform(product().databaseUrl)
  const tell = async (message: string, state = 'running') => {
    await db.query(sql`update release set state = ${state}, message = ${message}, progress = 0.4,
      version = version + 1, ended_at = null where id = ${release.id}`)
    await db.query(sql`select pg_notify('plinth_changed', ${release.id})`)
  }
  await tell('Carrying values over')
  const running = { ...release, state: 'running', message: '', progress: 0 }
  await page.route('**/api/database/*/sync', (route) =>
    route.fulfill({ status: 202, json: { release: running } }),
  )
  let opened = 0
  await page.route('**/events', (route) => {
    opened += 1
    return opened === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(dialog.getByText('Carrying values over')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('value', '40')
  await tell('Building an index')
  await expect(dialog.getByText('Building an index')).toBeVisible()
  const request = page.waitForRequest('**/cancel')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await request
  await expect(dialog.getByText('Stopping')).toBeVisible()
  await tell('It was cancelled. Nothing was changed.', 'failed')
  await db.close()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('It was cancelled. Nothing was changed.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const params = { projectId: project.id, releaseId: release.id }
  await expect(me.client.call(cancelRelease, { params })).rejects.toThrow(
    'This release has already ended.',
  )
})
