import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, openGrid } from './grid-steps.ts'

const link = { tableId: 't2', columnId: 'author', backColumnName: 'author', hasMultiple: true }
const key = { tableId: 't1', columnId: 'posts', backColumnName: 'posts', hasMultipleBack: true }
const TABLES = [
  {
    id: 't1',
    name: 'writers',
    order: 0,
    columns: [
      { id: 'name', name: 'name', order: 0, type: 'text' as const },
      { id: 'posts', name: 'posts', order: 1, type: 'relation' as const, options: link },
    ],
  },
  {
    id: 't2',
    name: 'posts',
    order: 1,
    columns: [
      {
        id: 'author',
        name: 'author',
        order: 0,
        type: 'relation' as const,
        options: { ...key, isParent: true },
      },
    ],
  },
]

test('shows the number of a long list before its ids and does not edit it', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES)
  const target = { projectId: project.id, table: 'writers' }
  const [few, many] = await giveRows(me, target, [{ name: 'Few' }, { name: 'Many' }])
  const authors = [few, ...Array.from({ length: 101 }, () => many)]
  const posts = await giveRows(
    me,
    { ...target, table: 'posts' },
    authors.map((author) => ({ author: author?.id })),
  )
  await openGrid(page, project, 'writers')
  const long = cellAt(page, 1, 'posts')
  await expect(long).toHaveAttribute('data-linked', '101')
  await expect(long).toHaveText(
    posts
      .slice(1, 101)
      .map(({ id }) => id)
      .join(', '),
  )
  await expect(long).toHaveAttribute(
    'title',
    'The first 100 of 101 linked rows. Change this relation in the linked rows.',
  )
  await expect(cellAt(page, 2, 'posts')).not.toHaveAttribute('data-linked')
  await long.click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'posts' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toHaveCount(0)
  await expectClean(page)
  await page.screenshot({ path: 'test-results/grid-long-list.png' })
})
