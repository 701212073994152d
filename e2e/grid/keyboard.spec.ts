import type { Locator, Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { dialogOf, tabTo } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid, readRows } from './grid-steps.ts'
import { THINGS } from './grid-tables.ts'

test.use({
  viewport: { width: 1900, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})

const papers = { id: 'papers', name: 'papers', order: 13, type: 'file' as const }
const TABLES = THINGS.map((table) =>
  table.name === 'things' ? { ...table, columns: [...table.columns, papers] } : table,
)

/** Presses keys in sequence; focus must never be lost. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement === document.body), key).toBe(false)
  }
}

/** Moves back with Shift+Tab. */
async function backTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 40 && !(await isThere()); step += 1)
    await page.keyboard.press('Shift+Tab')
  await expect(target).toBeFocused()
}

/** Saves with the shortcut and waits until nothing is unsaved. */
async function save(page: Page, count: number) {
  await expect(page.getByRole('button', { name: `Save Changes (${count})` })).toBeVisible()
  await press(page, 'Control+s')
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
}

/** Fills a new row with one value per type. */
async function fillRow(page: Page) {
  await page.keyboard.type('new')
  await press(page, 'Tab', 'Enter')
  await expect(page.getByRole('textbox', { name: 'rich' })).toBeFocused()
  await page.keyboard.type('loud')
  await press(page, 'Control+Enter', 'ArrowRight')
  await page.keyboard.type('7')
  await press(page, 'Tab')
  await page.keyboard.type('2026-02-05 10:30')
  await press(page, 'Enter', 'ArrowRight', ' ', 'ArrowRight')
  await page.keyboard.type('clo')
  await press(page, 'Enter', 'ArrowRight', 'Enter')
  for (const [letters, option] of [
    ['bl', 'blue'],
    ['re', 'red'],
  ] as const) {
    await page.keyboard.type(letters)
    const found = page.getByRole('option', { name: option })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Enter', 'Control+a', 'Backspace')
  }
  await press(page, 'Tab')
  for (const text of ['ada@example.com', 'https://example.com/a', '+4930123456']) {
    await page.keyboard.type(text)
    await press(page, 'Tab')
  }
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'extra' })).toBeFocused()
  await page.keyboard.insertText('{"a": [1]}')
  await press(page, 'Control+Enter', 'ArrowRight')
  await page.keyboard.type('a secret')
  await press(page, 'Tab')
  await page.keyboard.type('bo')
  const owners = page.getByRole('group', { name: 'owners' })
  await expect(owners.getByRole('option')).toHaveText([/^Bob/])
  await expect(owners.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(owners.getByRole('button', { name: 'Remove Bob' })).toBeVisible()
  await press(page, 'Tab', 'Enter')
  const files = dialogOf(page, 'papers')
  await expect(files).toBeVisible()
  await expect(files.locator(':focus')).toHaveCount(1)
  // Closing a dialog restores the focus.
  await page.keyboard.press('Escape')
  await expect(files).toBeHidden()
}

test('adds, edits, finds, arranges and deletes rows by keyboard only', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  await giveStoredTables(me, project.id, TABLES)
  const target = { projectId: project.id, table: 'things' }
  const people = await giveRows(me, { ...target, table: 'people' }, [
    { name: 'Ada' },
    { name: 'Bob' },
  ])
  await giveRows(me, target, [{ words: 'b' }, { words: 'a' }])
  await openGrid(page, project, 'things')
  await expect(cellAt(page, 1, 'words')).toHaveText('a')
  const grid = gridOf(page, 'things')
  const column = (name: string) => grid.locator(`[role=gridcell][id$="-${name}"]`).allInnerTexts()

  await tabTo(page, grid)
  await press(page, 'Control+Enter')
  await fillRow(page)
  await expect(grid).toBeFocused()
  await save(page, 1)
  expect((await readRows(me, target))[0]).toMatchObject({
    words: 'new',
    rich: 'loud',
    size: 7,
    due: '2026-02-05T10:30:00.000Z',
    done: true,
    state: 'closed',
    tags: ['blue', 'red'],
    mail: 'ada@example.com',
    link: 'https://example.com/a',
    phone: '+4930123456',
    extra: { a: [1] },
    owners: [people[1]?.id],
  })

  // Undo of a saved edit is saved as well.
  await press(page, 'Control+Home', 'ArrowRight', 'F2')
  await expect(page.getByRole('textbox', { name: 'words' })).toBeFocused()
  await page.keyboard.type('changed')
  await press(page, 'Enter')
  await expect.poll(() => column('words')).toEqual(['changed', 'a', 'b'])
  await save(page, 1)
  await press(page, 'Control+z')
  await expect.poll(() => column('words')).toEqual(['new', 'a', 'b'])
  await save(page, 1)

  // Copies, pastes and fills a range, then undoes it.
  await press(page, 'Control+Home', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(page.getByText('3 cells selected')).toBeVisible()
  await press(page, 'Control+c', 'ArrowRight', 'Control+ArrowUp', 'Control+v')
  await expect.poll(() => column('rich')).toEqual(['new', 'a', 'b'])
  await press(page, 'Control+d')
  await expect.poll(() => column('rich')).toEqual(['new', 'new', 'new'])
  await press(page, 'Control+z', 'Control+z')
  await expect.poll(() => column('rich')).toEqual(['loud', '', ''])
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()

  // The row panel takes the focus and restores it when closed.
  await press(page, 'Control+Home', 'ArrowDown', ' ')
  const panel = page.getByRole('complementary', { name: 'Row 2' })
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectClean(page)
  const words = panel.getByRole('button', { name: 'Edit words' })
  await tabTo(page, words)
  await press(page, 'Enter')
  await expect(panel.getByRole('textbox', { name: 'words' })).toBeFocused()
  await page.keyboard.type('panel')
  await press(page, 'Enter')
  await expect(words).toBeFocused()
  await press(page, 'Enter', 'Escape')
  await expect(words).toBeFocused()
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await expect(grid).toBeFocused()
  await expect.poll(() => column('words')).toEqual(['new', 'panel', 'b'])
  await backTo(page, page.getByRole('button', { name: 'Cancel Changes' }))
  await press(page, 'Enter')
  await expect(grid).toBeFocused()
  await expect.poll(() => column('words')).toEqual(['new', 'a', 'b'])

  await backTo(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Filter rows' })).toBeFocused()
  await page.keyboard.insertText('words != "a"')
  await press(page, 'Enter')
  await expect(grid).toBeFocused()
  await expect.poll(() => column('words')).toEqual(['new', 'b'])
  await backTo(page, page.getByRole('button', { name: 'Clear filter' }))
  await press(page, 'Enter')
  await expect(grid).toBeFocused()
  await expect.poll(() => column('words')).toEqual(['new', 'a', 'b'])

  await press(page, 'Tab', 'ArrowRight')
  const options = page.getByRole('button', { name: 'Options of words' })
  await expect(options).toBeFocused()
  for (const entry of ['Sort Ascending', 'Move Right']) {
    await press(page, 'Enter')
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    const place = (await items.allInnerTexts()).indexOf(entry)
    for (let at = 1; at <= place; at += 1) {
      await press(page, 'ArrowDown')
      await expect(items.nth(at)).toBeFocused()
    }
    await press(page, 'Enter')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(options).toBeFocused()
  }
  await expect.poll(() => column('words')).toEqual(['a', 'b', 'new'])
  await expect(page.getByRole('columnheader').nth(2)).toHaveText('words')

  // Deletes a row, undoes it, saves the deletion, and undoes that too.
  await press(page, 'Shift+Tab', 'Control+Home', 'Control+Delete')
  await expect(grid.locator('[data-row="0"]')).toHaveAttribute('data-state', 'deleted')
  await press(page, 'Control+z')
  await expect(grid.locator('[data-row="0"]')).not.toHaveAttribute('data-state')
  await press(page, 'Control+Delete')
  await save(page, 1)
  await expect.poll(() => column('words')).toEqual(['b', 'new'])
  await press(page, 'Control+z')
  await save(page, 1)
  await expect.poll(() => column('words')).toEqual(['a', 'b', 'new'])
  expect(await readRows(me, target)).toHaveLength(3)

  await press(page, 'Control+g', 'Escape')
  await expect(grid).toBeFocused()
  await press(page, 'Control+g', '3', 'Enter')
  await expect(grid).toBeFocused()
  await expect(grid).toHaveAttribute('aria-activedescendant', /-2-/)
})
