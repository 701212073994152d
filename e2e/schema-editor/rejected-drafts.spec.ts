import { Configuration, syncDatabase } from '@plinth/contract'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { toConfigurationText } from '../../apps/server/src/projects/configuration/configuration-text.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openPlatform } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { dialogOf, giveTables, openData, saveAll } from './data-steps.ts'

const orders = {
  id: 'o',
  name: 'orders',
  order: 0,
  columns: [{ id: 'n', name: 'total', type: 'number' as const }],
}
const totals = {
  id: 'v',
  name: 'totals',
  order: 1,
  type: 'Computed' as const,
  query: 'select id, total from orders',
}
const REFUSED = `select id, load_extension('x') as total from orders`

/** Records a query in both environments that an earlier, less strict build had accepted. */
async function plantQuery(projectId: string): Promise<void> {
  const planted = Configuration.parse({ tables: [orders, { ...totals, query: REFUSED }] })
  const { text, digest } = toConfigurationText(planted)
  const db = openPlatform(product().databaseUrl)
  await db.query(sql`
    update configuration set new_configuration = ${text}, old_configuration = ${text},
      old_digest = ${digest}
    from environment where environment.id = environment_id and project_id = ${projectId}`)
  await db.close()
}

test('a rejected query is marked in the list, its panel and the sync dialog until it is changed', async ({
  page,
  me,
  project,
}, info) => {
  test.setTimeout(120_000)
  await giveTables(me, project.id, [orders, totals])
  await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
  await plantQuery(project.id)
  await openData(page, project)
  const list = page.getByRole('list', { name: 'Tables of this project' })
  await list.getByRole('button', { name: 'totals refused', exact: true }).click()
  await expect(list.getByRole('button', { name: 'orders', exact: true })).toBeVisible()
  const panel = page.getByRole('region', { name: 'totals' })
  await expect(panel.getByRole('status')).toContainText('The query of this table is refused')
  await expect(panel.getByRole('status')).toContainText(/Reason: .*load_extension/)
  await expect(panel.getByRole('status')).toContainText('Change the query, then sync.')
  await expectClean(page)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await page.screenshot({ path: info.outputPath(`refused-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })

  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = dialogOf(page, 'Schema changes')
  await expect(
    dialog.getByText(/The query of "totals" is refused\. .*load_extension/),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sync', exact: true })).toBeDisabled()
  await expectClean(page)
  await page.screenshot({ path: info.outputPath('refused-sync-dark.png') })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: info.outputPath('refused-sync-light.png') })
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await panel.getByRole('button', { name: 'Edit SELECT' }).click()
  const form = dialogOf(page, 'Edit Table')
  await form
    .getByRole('textbox', { name: 'SELECT' })
    .fill('select id, total + 1 as more from orders')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('status')).toContainText('Sync to apply it')
  await saveAll(page)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully').first()).toBeVisible()
  await expect(list.getByText('refused')).toBeHidden()
  await expect(panel.getByRole('status')).toBeHidden()
})

test('production shows the mark and where to change the query', async ({ page, me, project }) => {
  await giveTables(me, project.id, [orders, totals])
  await plantQuery(project.id)
  await page.goto(`/project/${project.id}/data?environment=production`)
  const list = page.getByRole('list', { name: 'Tables of this project' })
  await list.getByRole('button', { name: 'totals refused', exact: true }).click()
  const panel = page.getByRole('region', { name: 'totals' })
  await expect(panel.getByRole('status')).toContainText(
    'Change the query in dev, sync, then deploy.',
  )
  await expect(panel.getByRole('button', { name: 'Edit SELECT' })).toBeHidden()
  await expectClean(page)
})
