import { expect, test } from '../harness/fixtures.ts'
import { createRelation, giveTables, openData } from './data-steps.ts'

const tables = [
  { id: 'o', name: 'orders', order: 0 },
  { id: 'c', name: 'customers', order: 1 },
]

test('draws tables and relations, and a click opens the table', async ({ page, project, me }) => {
  await giveTables(me, project.id, tables)
  await openData(page, project)
  await createRelation(page, { name: 'customer', target: 'customers', reverse: 'orders' })
  await page.getByRole('button', { name: 'Diagram' }).click()
  const diagram = page.getByRole('region', { name: 'Diagram of tables and relations' })
  const orders = diagram.getByLabel('Table orders, 1 field')
  await expect(orders).toBeVisible()
  await expect(diagram.getByLabel('Table customers, 1 field')).toBeVisible()
  await expect(diagram.locator('.react-flow__edge')).toHaveCount(1)
  await expect(diagram.locator('.react-flow__edge')).toContainText('n : 1')
  await orders.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Table' })
  await dialog.getByLabel('Name').fill('purchases')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(diagram.getByLabel('Table purchases, 1 field')).toBeVisible()
})

test('can be used by keyboard', async ({ page, project, me }) => {
  await giveTables(me, project.id, tables)
  await openData(page, project)
  const button = page.getByRole('button', { name: 'Diagram' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const node = page.getByLabel('Table customers, 0 fields')
  await node.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Table' }).getByLabel('Name')).toHaveValue(
    'customers',
  )
  await page.keyboard.press('Escape')
  await expect(node).toBeFocused()
  await button.click()
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible()
})

test('zooms, fits and draws hundreds of tables', async ({ page, project, me }) => {
  const many = Array.from({ length: 150 }, (_, at) => ({
    id: `t${at}`,
    name: `table_${at}`,
    order: at,
  }))
  await giveTables(me, project.id, many)
  await openData(page, project)
  await page.getByRole('button', { name: 'Diagram' }).click()
  const first = page.getByLabel('Table table_0, 0 fields')
  await expect(first).toBeVisible()
  const width = async () => (await first.boundingBox())?.width ?? 0
  const before = await width()
  await page.getByRole('button', { name: 'Zoom Out' }).click()
  await expect.poll(width).toBeLessThan(before)
  await page.getByRole('button', { name: 'Fit View' }).click()
  await expect(page.locator('.react-flow__node')).toHaveCount(150)
})
