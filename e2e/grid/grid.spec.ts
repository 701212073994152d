import { readFileSync } from 'node:fs'
import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import { openColumnMenu, selectTable } from '../schema-editor/data-steps.ts'
import {
  cellAt,
  giveRows,
  giveStoredTables,
  gridOf,
  openGrid,
  readRows,
  typeInto,
} from './grid-steps.ts'

const authors = {
  id: 't1',
  name: 'authors',
  columns: [
    { id: 'name', name: 'name', order: 0, type: 'text' as const },
    {
      id: 'books',
      name: 'books',
      order: 1,
      type: 'relation' as const,
      options: {
        isParent: true,
        tableId: 't2',
        columnId: 'author',
        hasMultiple: true,
        backColumnName: 'author',
        hasMultipleBack: false,
      },
    },
  ],
}
const books = {
  id: 't2',
  name: 'books',
  order: 1,
  columns: [
    { id: 'title', name: 'title', order: 0, type: 'text' as const },
    {
      id: 'pages',
      name: 'pages',
      order: 1,
      type: 'number' as const,
      options: { min: 1, max: 999 },
    },
    { id: 'pin', name: 'pin', order: 2, type: 'text' as const, options: { isHashed: true } },
    { id: 'extra', name: 'extra', order: 3, type: 'json' as const },
    {
      id: 'author',
      name: 'author',
      order: 4,
      type: 'relation' as const,
      options: {
        isParent: false,
        tableId: 't1',
        columnId: 'books',
        hasMultiple: false,
        backColumnName: 'books',
        hasMultipleBack: true,
      },
    },
  ],
}

test('cells are shown, edited, reverted, cancelled and saved', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, [authors, books])
  const target = { projectId: project.id, table: 'books' }
  const made = await giveRows(me, target, [
    { title: 'Anna', pages: 3, pin: 'secret', extra: { a: 1 } },
    { title: 'Berta', pages: 2, pin: 'secret' },
    { title: 'Cora', pages: 1, pin: 'secret' },
  ])
  const [anna, berta] = made
  await giveRows(me, { ...target, table: 'authors' }, [
    { name: 'Ada', books: [anna?.id, berta?.id] },
  ])

  const urls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'GET' && url.pathname === '/api/data/books') urls.push(url)
  })
  await openGrid(page, project, 'authors')
  await see(gridOf(page, 'authors'), new RegExp(`^${anna?.id}, ${berta?.id}$`))
  await selectTable(page, 'books')
  const grid = gridOf(page, 'books')
  const titles = () => grid.locator('[role=gridcell][id$="-title"]').allInnerTexts()
  await expect.poll(titles).toEqual(['Cora', 'Berta', 'Anna'])
  measured('rows.version', urls[0]?.searchParams.get('$version'))
  await see(grid, '********')
  await see(grid, /^\{\s*"a": 1\s*\}$/)

  for (const [entry, wanted] of [
    ['Sort Ascending', ['Cora', 'Berta', 'Anna']],
    ['Sort Descending', ['Anna', 'Berta', 'Cora']],
  ] as const) {
    await (await openColumnMenu(page, 'pages'))
      .getByRole('menuitem', { name: entry, exact: true })
      .click()
    await expect.poll(titles).toEqual(wanted)
  }
  const sorts = urls.flatMap(({ searchParams }) => searchParams.get('$sort') ?? [])
  expect(sorts).toEqual(['+pages', '-pages'])
  measured(
    'rows.sortPrefixes',
    sorts.map((sort) => sort.charAt(0)),
  )
  await (await openColumnMenu(page, 'pages')).getByRole('menuitem', { name: 'Clear Sort' }).click()
  await expect.poll(titles).toEqual(['Cora', 'Berta', 'Anna'])

  const cora = cellAt(page, 1, 'title')
  await typeInto(page, cora, 'Cora 2')
  await expect(cora).toHaveAttribute('data-pending')
  await typeInto(page, cellAt(page, 2, 'pages'), '20')
  await see(page, 'Save Changes (2)', { as: 'button' })
  await expect(page.getByText('2 unsaved edits')).toBeVisible()
  await typeInto(page, cora, 'Cora')
  await expect(cora).not.toHaveAttribute('data-pending')
  await see(page, 'Save Changes (1)', { as: 'button' })
  await (await see(page, 'Cancel Changes', { as: 'button' })).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await expect(cellAt(page, 2, 'pages')).toHaveText('2')

  await typeInto(page, cora, 'Cora 3')
  // The view is saved by PUT as well.
  const isRow = (url: string) => new URL(url).pathname.startsWith('/api/data/')
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && isRow(request.url()))
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  expect((await sent).postDataJSON()).toEqual({ title: 'Cora 3' })
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(cora).not.toHaveAttribute('data-pending')
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  expect((await readRows(me, target))[0]).toMatchObject({ title: 'Cora 3', pages: 1 })

  await typeInto(page, cellAt(page, 2, 'pages'), '5000')
  await expect(cellAt(page, 2, 'pages')).toHaveAttribute('data-problem')
  await expect(page.getByRole('button', { name: '1 cell needs attention' })).toBeVisible()
  await page.screenshot({ path: 'test-results/grid.png' })
})

test('a Computed table is read-only and shows the fields of its SELECT', async ({
  page,
  project,
  me,
}) => {
  const query =
    'select "title" as "id", "title" as "name", count(*) as "copies" from "books" group by "title"'
  const copies = { id: 'v', name: 'copies', order: 2, type: 'Computed' as const, query }
  await giveStoredTables(me, project.id, [authors, books])
  const target = { projectId: project.id, table: 'books' }
  const titles = ['Anna', 'Berta', 'Anna', 'Cora', 'Anna', 'Berta']
  await giveRows(
    me,
    target,
    titles.map((title) => ({ title })),
  )
  await giveStoredTables(me, project.id, [authors, books, copies])
  await openGrid(page, project, 'authors')
  await selectTable(page, 'copies')
  const grid = gridOf(page, 'copies')
  const column = (name: string) => grid.locator(`[role=gridcell][id$="-${name}"]`).allInnerTexts()
  await (await openColumnMenu(page, 'copies'))
    .getByRole('menuitem', { name: 'Sort Descending', exact: true })
    .click()
  await expect.poll(() => column('id')).toEqual(['Anna', 'Berta', 'Cora'])
  expect(await column('copies')).toEqual(['3', '2', '1'])
  await expect(page.getByRole('columnheader')).toHaveText(['id', 'name', 'copies'])
  await expect(page.getByText('Read-only: rows come from its SELECT')).toBeVisible()
  for (const name of ['Add Field', 'Add Row'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await page.screenshot({ path: 'test-results/grid-computed.png' })

  // No key edits a Computed table: typing, pasting, adding and deleting have no effect.
  await cellAt(page, 1, 'copies').click()
  for (const key of ['7', 'Enter', 'Delete', 'Control+Delete', 'Control+Enter', 'Control+d'])
    await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  expect(await column('copies')).toEqual(['3', '2', '1'])

  await page.getByRole('searchbox', { name: 'Search rows' }).fill('er')
  await expect.poll(() => column('id')).toEqual(['Berta'])
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter rows' }).fill('copies > 1')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => column('id')).toEqual(['Anna', 'Berta'])
  await page.getByRole('button', { name: 'More grid options' }).click()
  await expect(page.getByRole('menuitem', { name: 'Import…' })).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toBe('id,name,copies\r\nAnna,Anna,3\r\nBerta,Berta,2\r\n')
})
