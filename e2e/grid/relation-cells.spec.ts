import { updateRow } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, selectCell } from './grid-steps.ts'

const TABLES = [
  {
    ...{ id: 'orders', name: 'orders', order: 0 },
    columns: [
      {
        ...{ id: 'o_buyer', name: 'buyer', order: 0, type: 'relation' as const },
        options: {
          ...{ isParent: true, tableId: 'people', columnId: 'p_orders' },
          ...{ backColumnName: 'orders', hasMultipleBack: true },
        },
      },
      { id: 'o_size', name: 'size', order: 1, type: 'number' as const },
    ],
  },
  {
    ...{ id: 'people', name: 'people', order: 1 },
    columns: [
      { id: 'p_name', name: 'name', order: 0, type: 'text' as const },
      {
        ...{ id: 'p_orders', name: 'orders', order: 1, type: 'relation' as const },
        options: {
          ...{ tableId: 'orders', columnId: 'o_buyer' },
          ...{ backColumnName: 'buyer', hasMultiple: true },
        },
      },
    ],
  },
]

test('the link of a relation does not move when its display value arrives', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES)
  const target = { projectId: project.id, table: 'orders' }
  const people = await giveRows(me, { ...target, table: 'people' }, [
    { name: 'Ada' },
    { name: 'A name that is much longer than the column' },
  ])
  const [ada, long] = people.map(({ id }) => id)
  await giveRows(me, target, [{ buyer: ada }, { buyer: long }, { size: 3 }])

  // The answers with display values wait until the links were measured.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/data/people?**', async (route) => {
    await held.promise
    await route.continue()
  })
  await openGrid(page, project, 'orders')
  const links = [cellAt(page, 3, 'o_buyer'), cellAt(page, 2, 'o_buyer')].map((cell) =>
    cell.getByRole('link'),
  )
  const places = async () => {
    const boxes = await Promise.all(links.map((link) => link.boundingBox()))
    return boxes.map((box) => box && [box.x, box.y, box.width, box.height])
  }
  await expect(cellAt(page, 3, 'o_buyer').getByRole('link')).toHaveText(ada ?? '')
  const before = await places()
  await expect(page.locator('.rows-name')).toHaveCount(0)
  held.resolve()
  await expect(cellAt(page, 3, 'o_buyer').getByText('Ada', { exact: true })).toBeVisible()
  await expect(page.locator('.rows-name')).toHaveCount(2)
  expect(await places()).toEqual(before)

  // The end of an id is in view, because ids that were made on one day start alike.
  const end = cellAt(page, 3, 'o_buyer').getByText(ada?.slice(-6) ?? '', { exact: true })
  const inCell = await cellAt(page, 3, 'o_buyer').boundingBox()
  const shown = await end.boundingBox()
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThan(
    (inCell?.x ?? 0) + (inCell?.width ?? 0),
  )

  // Links start at the same place in every row, and the long name leaves room for its link.
  expect(before[0]?.[0]).toBe(before[1]?.[0])
  const cell = await cellAt(page, 2, 'o_buyer').boundingBox()
  expect(before[1]?.[0]).toBeLessThan((cell?.x ?? 0) + (cell?.width ?? 0) - 20)
})

test('a conflict shows the display values of related rows', async ({ page, project, me }) => {
  const live = TABLES.map((table) => ({ ...table, live: table.name === 'orders' }))
  await giveStoredTables(me, project.id, live)
  const target = { projectId: project.id, table: 'orders' }
  const people = await giveRows(me, { ...target, table: 'people' }, [
    { name: 'Ada' },
    { name: 'Grace' },
  ])
  const [ada, grace] = people.map(({ id }) => id)
  const [order] = await giveRows(me, target, [{ buyer: ada }])
  await openGrid(page, project, 'orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(cellAt(page, 1, 'o_buyer')).toContainText('Ada')
  await selectCell(page, 1, 'o_buyer')
  await page.keyboard.press('Delete')
  await me.client.call(updateRow, {
    params: { table: 'orders', id: order?.id ?? '' },
    query: { $projectId: project.id },
    body: { buyer: grace },
  })
  await expect(page.getByText('Changed by another user to ‘Grace’')).toBeVisible()
})
