import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid } from './grid-steps.ts'
import { INJECTIONS } from './injections.ts'

const WIDTH = 10

test('R31: 500 injection strings in cells run nothing', async ({ page, project, me }) => {
  test.setTimeout(120_000)
  expect(new Set(INJECTIONS).size).toBe(500)
  const columns = Array.from({ length: WIDTH }, (_, at) => ({
    id: `c${at}`,
    name: `c${at}`,
    order: at,
    type: 'text' as const,
    options: { isRichText: at === 1 },
  }))
  await giveStoredTables(me, project.id, [{ id: 't1', name: 'nasty', columns }])
  const rows = Array.from({ length: INJECTIONS.length / WIDTH }, (_, row) =>
    Object.fromEntries(columns.map(({ name }, at) => [name, INJECTIONS[row * WIDTH + at]])),
  )
  await giveRows(me, { projectId: project.id, table: 'nasty' }, rows)
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  await openGrid(page, project, 'nasty')
  const grid = gridOf(page, 'nasty')
  await expect(cellAt(page, 1, 'c0')).toHaveText(`${rows.at(-1)?.c0}`.trim())
  await grid.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  for (const key of ['Escape', ' ']) await page.keyboard.press(key)
  await expect(page.getByRole('complementary', { name: 'Row 1' })).toBeVisible()
  for (let row = 0; row < rows.length; row += 1) {
    await page.getByRole('button', { name: 'Next row' }).click()
  }
  await expect(page.getByRole('complementary', { name: 'Row 50' })).toBeVisible()
  await page.getByRole('button', { name: /^Edit c1 / }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  expect(await page.title()).not.toBe('ran')
  expect(await grid.locator('script, img, iframe, object, style, input').count()).toBe(0)
})
