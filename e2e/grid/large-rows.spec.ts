import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, openGrid } from './grid-steps.ts'

const tables = [
  {
    id: 't1',
    name: 'documents',
    columns: [
      { id: 'c1', name: 'title', order: 0, type: 'text' as const },
      { id: 'c2', name: 'content', order: 1, type: 'json' as const },
    ],
  },
]

test('a page of rows above the byte limit says what to do, and a search shows fewer rows', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, tables)
  const content = { text: 'x'.repeat(1_000_000) }
  const rows = Array.from({ length: 12 }, (_, at) => ({ title: `Document ${at + 1}`, content }))
  await giveRows(me, { projectId: project.id, table: 'documents' }, rows)
  await openGrid(page, project, 'documents')
  const message = page.getByRole('alert')
  await expect(message).toContainText('These rows are too large to show together')
  await expect(message).toContainText('Search or filter for fewer rows.')
  await expectClean(page)
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('Document 12')
  await expect(cellAt(page, 1, 'c1')).toHaveText('Document 12')
  await expect(message).toBeHidden()
})
