import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import pg from 'pg'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { openPlatform } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { see } from '../harness/seen.ts'
import {
  choose,
  dialogOf,
  giveTables,
  openData,
  readSaved,
  saveAll,
  tableRow,
} from '../schema-editor/data-steps.ts'

const customers = {
  id: 'c',
  name: 'customers',
  columns: [{ id: 'n', name: 'name', type: 'text' as const }],
}
const orders = { id: 'o', name: 'orders' }

test('a sync shows its plan, applies it and removes the draft badges', async ({
  page,
  me,
  project,
}) => {
  await giveTables(me, project.id, [customers])
  await openData(page, project)
  await expect(tableRow(page, 'customers').getByText('draft')).toBeVisible()
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await expect(dialog.getByText('What will happen')).toBeVisible()
  await dialog.getByText('SQL', { exact: true }).first().click()
  await expect(dialog.getByText(/create table/i).first()).toBeVisible()
  await see(dialog, 'Sync', { as: 'button' })
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await see(page, 'Database synced successfully')
  await expect(dialog).toBeHidden()
  await expect(tableRow(page, 'customers').getByText('draft')).toBeHidden()
})

test('creates an index designed in the table dialog', async ({ page, me, project }) => {
  await giveTables(me, project.id, [customers])
  await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
  await openData(page, project)
  await tableRow(page, 'customers').hover()
  await page.getByRole('button', { name: 'Edit table customers' }).click()
  const form = dialogOf(page, 'Edit Table')
  await form.getByRole('button', { name: 'Add index' }).click()
  await choose(form, 'Index 1, field 2', 'createdOn')
  await form.getByRole('button', { name: 'Add index' }).click()
  await form.getByRole('button', { name: 'Remove index 2' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await saveAll(page)
  const [table] = (await readSaved(me, project.id)).tables
  expect(table?.indexes).toEqual([{ columns: ['n', 'createdOn'], unique: false }])
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = dialogOf(page, 'Schema changes')
  await dialog.getByText('SQL', { exact: true }).first().click()
  await expect(dialog.getByText(/create index/i).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully').first()).toBeVisible()
})

/** Saves a schema on PostgreSQL, where a test can access the rows directly. */
async function giveOnPostgres(me: Person, projectId: string, tables: object[]) {
  const newConfiguration = Configuration.parse({ database: 'postgres', tables })
  await me.client.call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
}

async function addRow(projectId: string, table: string) {
  const db = openPlatform(product().databaseUrl)
  const [location] = await db.query<{ database: string; schema: string }>(sql`
    select database, schema from placement join environment on environment.id = environment_id
    where project_id = ${projectId} and environment.name = 'dev'`)
  await db.close()
  const url = new URL(product().databaseUrl)
  url.pathname = `/${location?.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client
    .query(
      `insert into "${location?.schema}"."${table}" (id, "createdOn", "updatedOn") values (gen_random_uuid(), now(), now())`,
    )
    .finally(() => client.end())
}

test('a sync that loses rows requires typing the name', async ({ page, me, project }) => {
  await giveOnPostgres(me, project.id, [customers, orders])
  await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
  await addRow(project.id, 'customers')
  await giveOnPostgres(me, project.id, [orders])
  await openData(page, project)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  const sync = dialog.getByRole('button', { name: 'Sync', exact: true })
  await expect(dialog.getByText('loses data')).toBeVisible()
  await expect(dialog.getByText('1 row', { exact: true })).toBeVisible()
  await expect(sync).toBeDisabled()
  await dialog.getByLabel(/to confirm the data loss/).fill(project.name)
  await sync.click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
})

test('a broken rule is named and blocks the sync', async ({ page, me, project }) => {
  await giveTables(me, project.id, [{ ...orders, rules: { list: 'nothing = 1' } }])
  await openData(page, project)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await expect(dialog.getByText(/list rule of "orders"/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sync', exact: true })).toBeDisabled()
})

test('a failed sync shows the reason and closes', async ({ page, me, project }) => {
  await giveTables(me, project.id, [orders])
  await openData(page, project)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schema changes' })
  await page.route('**/api/database/*/sync', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await see(page, 'Error syncing database')
  await expect(dialog).toBeHidden()
  expect((await readSaved(me, project.id)).tables).toHaveLength(1)
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('deploys dev to production', async ({ page, me, project }) => {
    await giveTables(me, project.id, [customers])
    await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
    await openData(page, project)
    await see(page, 'Deploy', { as: 'button' })
    await page.getByRole('button', { name: 'Deploy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schema changes' })
    await expect(
      dialog.getByText(/Every signed-in user has full access to: customers/),
    ).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/database/*/deploy', async (route) => {
      await held.promise
      await route.continue()
    })
    await see(dialog, 'Deploy', { as: 'button' })
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click()
    await see(dialog, 'Deploying')
    held.resolve()
    await see(page, 'Database deployed successfully')
  })
})
