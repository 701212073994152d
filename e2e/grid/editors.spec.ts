import type { Page } from '@playwright/test'
import { axeFor } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, readRows } from './grid-steps.ts'
import { THINGS } from './grid-tables.ts'

async function expectClean(page: Page) {
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Opens the cell editor of a column in the first row. */
async function open(page: Page, column: string) {
  await cellAt(page, 1, column).click()
}

test.use({ viewport: { width: 1900, height: 900 } })

test('every type has its editor', async ({ page, project, me }) => {
  test.setTimeout(120_000)
  await giveStoredTables(me, project.id, THINGS)
  const target = { projectId: project.id, table: 'things' }
  const [ada, bob] = await giveRows(me, { ...target, table: 'people' }, [
    { name: 'Ada' },
    { name: 'Bob' },
  ])
  await giveRows(me, target, [{ words: 'first', pin: 'old' }])
  await openGrid(page, project, 'things')
  await expect(cellAt(page, 1, 'words')).toHaveText('first')
  await expectClean(page)

  await open(page, 'words')
  await page.getByRole('textbox', { name: 'words' }).fill('two\nlines')
  await page.keyboard.press('Tab')

  await page.keyboard.press('Enter')
  const rich = page.getByRole('group', { name: 'rich' })
  await rich.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('loud')
  await expect(rich.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('loud')
  await expectClean(page)
  await page.screenshot({ path: 'test-results/editor-rich.png' })
  await page.keyboard.press('Control+Enter')

  await open(page, 'size')
  await page.keyboard.type('12')
  await expect(page.getByText('Must be 9 or less')).toBeVisible()
  await page.getByRole('textbox', { name: 'size' }).fill('7')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 1, 'size')).toHaveText('7')

  await open(page, 'due')
  const due = page.getByRole('group', { name: 'due' })
  await due.getByRole('textbox', { name: 'due' }).fill('2026-02-03 10:30')
  await due.getByRole('button', { name: /^5 February/ }).click()
  await expect(due.getByRole('textbox', { name: 'due' })).toHaveValue('2026-02-05 10:30')
  await expectClean(page)
  await page.screenshot({ path: 'test-results/editor-date.png' })
  await page.keyboard.press('Enter')

  await cellAt(page, 1, 'done').click()

  await open(page, 'state')
  await page.keyboard.type('clo')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 1, 'state')).toHaveText('closed')

  await open(page, 'tags')
  await page.getByRole('option', { name: 'blue' }).click()
  await page.getByRole('option', { name: 'red' }).click()
  await expectClean(page)
  await page.screenshot({ path: 'test-results/editor-select.png' })
  await page.keyboard.press('Tab')

  for (const [column, text] of [
    ['mail', 'ada@example.com'],
    ['link', 'https://example.com/a'],
    ['phone', '+49 30 123-456'],
  ] as const) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    await expect(cellAt(page, 1, column)).toHaveText(column === 'phone' ? '+4930123456' : text)
  }

  // Typing replaces a value, and Tab goes on, as in every other cell.
  const json = page.getByRole('textbox', { name: 'extra' })
  await page.keyboard.type('{"b": 2}')
  await page.keyboard.press('Tab')
  await expect(json).toBeHidden()
  await expect(cellAt(page, 1, 'extra')).toContainText('"b": 2')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(json).toBeFocused()
  await json.fill('{"a": ')
  await expect(page.getByText(/^Not valid JSON/)).toBeVisible()
  await json.fill('{"a": [1]}')
  await expectClean(page)
  await page.screenshot({ path: 'test-results/editor-json.png' })
  await page.keyboard.press('Control+Enter')

  await open(page, 'pin')
  await expect(page.locator('input[type=password]')).toHaveValue('')
  await page.keyboard.type('new secret')
  await page.keyboard.press('Tab')

  await open(page, 'owners')
  const owners = page.getByRole('group', { name: 'owners' })
  await page.keyboard.type('bo')
  // While it searches, the list has a single loading entry; Enter must wait for the row.
  await expect(owners.getByRole('option')).toHaveText([/^Bob/])
  await expect(owners.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(owners.getByRole('button', { name: 'Remove Bob' })).toBeVisible()
  await owners.getByRole('combobox').fill('')
  await owners.getByRole('option', { name: 'Ada' }).click()
  await expectClean(page)
  await page.screenshot({ path: 'test-results/editor-relation.png' })
  await page.keyboard.press('Tab')
  await expect(owners).toBeHidden()

  await page.getByRole('button', { name: 'Save Changes (13)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const [row] = await readRows(me, target)
  expect(row).toMatchObject({
    words: 'two\nlines',
    rich: '**loud**',
    size: 7,
    due: '2026-02-05T10:30:00.000Z',
    done: true,
    state: 'closed',
    tags: ['blue', 'red'],
    mail: 'ada@example.com',
    link: 'https://example.com/a',
    phone: '+4930123456',
    extra: { a: [1] },
    owners: [bob?.id, ada?.id],
  })
  expect(JSON.stringify(row)).not.toContain('secret')
})
