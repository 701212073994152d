import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createRow, saveAvailability, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { giveTables } from '../schema-editor/data-steps.ts'

test.setTimeout(120_000)

const TABLES = [
  {
    id: 'books',
    name: 'books',
    order: 0,
    columns: [
      { id: 'b1', name: 'title', type: 'text' },
      { id: 'b2', name: 'pages', type: 'number' },
    ],
  },
] as const

async function giveBooks(me: Person, projectId: string, titles: readonly string[]) {
  await giveTables(me, projectId, [...TABLES].map((table) => ({ ...table })) as never)
  await me.client.call(syncDatabase, { params: { projectId }, body: {} })
  for (const [at, title] of titles.entries()) {
    const body = { title, pages: at }
    await me.client.call(createRow, {
      params: { table: 'books' },
      query: { $projectId: projectId } as never,
      body,
    })
  }
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Query' })

/** Replaces the text in the editor. */
async function write(page: Page, sql: string) {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

async function download(page: Page, button: string) {
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await arrived
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a developer queries the tables of a project', async ({ page, project, me }) => {
  await giveBooks(me, project.id, ['Emma', 'Persuasion'])
  await page.goto(`/project/${project.id}/data`)
  await page.getByRole('link', { name: 'SQL', exact: true }).click()
  await expect(page).toHaveURL(/\/sql/)
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true')
  await expectClean(page)

  // Completion offers tables and fields, with quotes where the name needs them.
  await editorOf(page).click()
  await page.keyboard.type('select creat')
  await page.getByRole('option', { name: 'createdOn' }).click()
  await page.keyboard.type(' from boo')
  await page.getByRole('option', { name: /^books/ }).click()
  await expect(editorOf(page)).toHaveText('select "createdOn" from books')

  await write(page, 'select id, title, id, pages from books order by title;')
  await page.keyboard.press('ControlOrMeta+Enter')
  const table = page.getByRole('table', { name: 'Result' })
  await expect(page.getByText(/^2 rows · \d+ ms$/)).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveText(['Row', 'id', 'title', 'id', 'pages'])
  await expect(table.getByRole('row').nth(1)).toContainText('Emma')
  await expectClean(page)
  const csv = await download(page, 'Download CSV')
  expect(csv.text.split('\r\n')[0]).toBe('id,title,id_2,pages')
  const json = await download(page, 'Download JSON')
  expect(json.name).toBe('result.json')
  expect(JSON.parse(json.text)).toMatchObject([{ title: 'Emma' }, { title: 'Persuasion' }])

  // Errors are in the place of the result, with theirs in the query.
  await write(page, 'select title\nfrom boks')
  await page.getByRole('button', { name: 'Run' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'boks' })
  await expect(problem).toContainText('Line 2, column 6')
  await expect(problem.locator('mark')).toHaveText('boks')
  await expect(table).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeHidden()
  await expect(editorOf(page)).toHaveAccessibleDescription(/Line 2, column 6.*boks/)
  await expect(page.locator('.cm-lintRange-error')).toHaveText('boks')
  await expectClean(page)
  await write(page, 'delete from books')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Only a SELECT statement is allowed')).toBeVisible()

  await write(page, `select title from books where title = 'x'`)
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByRole('region', { name: 'Query plan' })).toContainText(/SCAN|SEARCH/)

  // A long query can be cancelled; the text is still there after a visit elsewhere.
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as many from n'
  await write(page, endless)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(/^Cancelled\./)).toBeVisible()
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('link', { name: 'SQL', exact: true }).click()
  await expect(editorOf(page)).toHaveText(endless)

  const many =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select i from n'
  await write(page, many)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('The result was cut off here.')).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', '1001')
  await page.getByRole('region', { name: 'Result' }).press('End')
  await expect(table.getByRole('row').last()).toHaveAttribute('aria-rowindex', '1001')
})

test('a developer saves, renames and deletes a query, and makes a Computed table of it', async ({
  page,
  project,
  me,
}) => {
  await giveBooks(me, project.id, ['Emma'])
  await page.goto(`/project/${project.id}/sql`)
  await write(page, 'select id, title from books;')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save query' })
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Titles')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Saved queries' })
  await expect(list.getByRole('button', { name: 'Titles', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await write(page, 'select id, title, pages from books;')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Query saved: Titles')).toBeVisible()
  await expectClean(page)

  await page.getByRole('button', { name: 'New query' }).click()
  await expect(editorOf(page)).toHaveText('')
  await page.reload()
  await list.getByRole('button', { name: 'Titles', exact: true }).click()
  await expect(editorOf(page)).toHaveText('select id, title, pages from books;')
  await page.getByRole('button', { name: 'Actions of Titles' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename query' })
  await renaming.getByLabel('Name').fill('Books')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByRole('button', { name: 'Books', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Make Computed table' }).click()
  const table = page.getByRole('dialog', { name: 'Create Table' })
  await expect(table.getByRole('radio', { name: 'Computed' })).toBeChecked()
  await expect(table.getByRole('textbox', { name: 'SELECT' })).toHaveText(
    'select id, title, pages from books',
  )
  await table.getByLabel('Name').fill('titles')
  await table.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration saved successfully')).toBeVisible()
  await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
  await page.reload()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('link', { name: 'SQL', exact: true }).click()
  await write(page, 'select title from titles')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('table', { name: 'Result' })).toContainText('Emma')
  await page.getByRole('button', { name: 'Actions of Books' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No saved queries yet.')).toBeVisible()

  // A read-only project still answers queries; a suspended one does not, and nothing can be saved in either.
  const params = { projectId: project.id }
  await me.client.call(saveAvailability, { params, body: { state: 'read-only' } })
  await page.reload()
  await write(page, 'select title from books')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^1 row · /)).toBeVisible()
  await me.client.call(saveAvailability, { params, body: { state: 'archived' } })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'archived' })).toBeVisible()
})
