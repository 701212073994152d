import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeFor } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openColumnMenu } from '../schema-editor/data-steps.ts'
import { cellAt, giveStoredTables, openGrid, readRows } from './grid-steps.ts'

const books = {
  id: 't1',
  name: 'books',
  columns: [
    { id: 'title', name: 'title', order: 0, type: 'text' as const, options: { isUnique: true } },
    { id: 'pages', name: 'pageCount', order: 1, type: 'number' as const },
    { id: 'done', name: 'done', order: 2, type: 'checkbox' as const },
  ],
}

async function choose(page: Page, name: string, text: string) {
  await page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

async function openMenu(page: Page, entry: string) {
  await page.getByRole('button', { name: 'More grid options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('imports files after a check, all or nothing, and exports them', async ({
  page,
  project,
  me,
}) => {
  const target = { projectId: project.id, table: 'books' }
  await giveStoredTables(me, project.id, [books])
  await openGrid(page, project, 'books')
  await expect(page.getByRole('heading', { name: 'No rows yet' })).toBeVisible()

  await openMenu(page, 'Import…')
  const dialog = page.getByRole('dialog', { name: 'Import into books' })
  await choose(page, 'empty.csv', '')
  await expect(dialog.getByText('This file is empty.')).toBeVisible()
  await choose(page, 'books.csv', 'Title,Page Count,extra\n=1+1,"1,200",x\nB,many,x\nC,3,x\n')
  await expect(dialog.getByText('3 rows, 3 columns')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Field for Page Count' })).toContainText(
    'pageCount',
  )
  await expect(dialog.getByRole('combobox', { name: 'Field for extra' })).toContainText('Skip')
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: 'test-results/import-map.png' })
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByText('1 row cannot be imported')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '2 pageCount Enter a number' })).toBeVisible()
  await page.screenshot({ path: 'test-results/import-refused.png' })

  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  const twice = JSON.stringify([{ title: 'A' }, { title: 'B' }, { title: 'A' }])
  await choose(page, 'books.json', twice)
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByText('1 row cannot be imported')).toBeVisible()
  expect(await readRows(me, target)).toEqual([])

  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'books.csv', 'title,pageCount,done\n=1+1,"1,200",yes\nB,2,no\nC,3,\n')
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByText('All 3 rows can be imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 rows imported')).toBeVisible()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()

  await openColumnMenu(page, 'pageCount').then((menu) =>
    menu.getByRole('menuitem', { name: 'Sort Ascending', exact: true }).click(),
  )
  await expect(cellAt(page, 1, 'title')).toHaveText('B')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter rows' }).fill('pageCount != 3')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  const saved = page.waitForEvent('download')
  await openMenu(page, 'Export CSV')
  const file = await saved
  expect(file.suggestedFilename()).toBe('books.csv')
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(head).toContain('title,pageCount,done')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('B,2,false')
  // R40: formula cells are exported as text.
  expect(lines[1]).toContain("'=1+1,1200,true")
})
