import {
  cellAt,
  giveRows,
  giveStoredTables,
  gridOf,
  openGrid,
  readRows,
  selectCell,
  typeInto,
} from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { selectTable } from './data-steps.ts'

const TABLES = ['ants', 'bees'].map((name, order) => ({
  ...{ id: name, name, order },
  columns: [
    { id: `${name}-name`, name: 'name', order: 0, type: 'text' as const },
    { id: `${name}-paper`, name: 'paper', order: 1, type: 'file' as const },
    { id: `${name}-note`, name: 'note', order: 2, type: 'text' as const },
  ],
  tests: [
    {
      ...{ id: `${name}-test`, name: 'guests see nothing' },
      ...{ operation: 'list' as const, expected: 'deny' as const },
    },
  ],
}))

test('rows are added and saved by keys from anywhere on the screen', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES)
  const target = { projectId: project.id, table: 'ants' }
  await giveRows(me, target, [{ name: 'one' }])
  await openGrid(page, project, 'ants')
  const grid = gridOf(page, 'ants')
  await expect(cellAt(page, 1, 'name')).toHaveText('one')

  await test.step('Ctrl+Enter adds a row before the grid has the focus', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(grid).toBeFocused()
    await expect(page.locator('[data-state=added]')).toHaveCount(1)
  })

  await test.step('a new row has the colour of pending changes, not that of the selection', async () => {
    const colourOf = (column: string) =>
      cellAt(page, 1, column).evaluate((cell) => getComputedStyle(cell).backgroundColor)
    const warn = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = 'var(--warn-soft)'
      const colour = getComputedStyle(probe).backgroundColor
      probe.remove()
      return colour
    })
    expect(await colourOf('note')).toBe(warn)
    expect(await colourOf('name')).not.toBe(warn)
    await expectClean(page)
  })

  await test.step('Ctrl+S in a cell saves what is being typed', async () => {
    await page.keyboard.type('two')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect(grid).toBeFocused()
    expect((await readRows(me, target)).map(({ name }) => name)).toEqual(['two', 'one'])
  })

  await test.step('Ctrl+S outside of the grid saves the rows of the shown table', async () => {
    await typeInto(page, cellAt(page, 2, 'name'), 'three')
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: /Save Changes/ })).toBeHidden()
    expect((await readRows(me, target)).map(({ name }) => name)).toEqual(['two', 'three'])
  })
})

test('Tab goes on to the next cell after the dialog of a file was closed', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES)
  await giveRows(me, { projectId: project.id, table: 'ants' }, [{ name: 'one' }])
  await openGrid(page, project, 'ants')
  await selectCell(page, 1, 'name')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'paper' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(gridOf(page, 'ants')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(gridOf(page, 'ants')).toHaveAttribute('aria-activedescendant', /-0-ants-note$/)
})

test('the shown table stays over other screens and a reload', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, TABLES)
  await openGrid(page, project, 'ants')
  await selectTable(page, 'bees')
  await page.getByRole('link', { name: 'Workflow', exact: true }).click()
  await expect(page).toHaveURL(/\/workflow/)
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(gridOf(page, 'bees')).toBeVisible()
  await page.reload()
  await expect(gridOf(page, 'bees')).toBeVisible()
})

test.describe('1280 px wide', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the rows stay in place when a change is waiting beside rule tests', async ({
    page,
    project,
    me,
  }) => {
    await giveStoredTables(me, project.id, TABLES)
    for (const { name } of TABLES)
      await giveRows(me, { projectId: project.id, table: name }, [{ name: 'one' }])
    await openGrid(page, project, 'ants')
    await expect(page.getByRole('button', { name: '2 rule tests pass' })).toBeVisible()
    const top = async (table: string) => (await gridOf(page, table).boundingBox())?.y
    const before = await top('ants')
    await typeInto(page, cellAt(page, 1, 'name'), 'two')
    await expect(page.getByRole('button', { name: 'Save Changes (1)' })).toBeVisible()
    await expect(page.getByRole('button', { name: '2 rule tests pass' })).toBeVisible()
    expect(await top('ants')).toBe(before)
    await selectTable(page, 'bees')
    await typeInto(page, cellAt(page, 1, 'name'), 'two')
    await expect(page.getByRole('button', { name: 'Save all (2)' })).toBeVisible()
    expect(await top('bees')).toBe(before)
  })
})
