import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid } from './grid-steps.ts'
import { THINGS } from './grid-tables.ts'

test.use({ viewport: { width: 1280, height: 720 } })

/** Chooses an entry of a select by keyboard. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).press('Enter')
  const wanted = page.getByRole('option', { name: option, exact: true })
  await expect(page.locator('[role=option]:focus')).toBeVisible()
  await page.keyboard.press('Home')
  while (!(await wanted.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(wanted).toBeHidden()
}

test('builds a filter, reads and corrects it, and follows relations', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  await giveStoredTables(me, project.id, THINGS)
  const target = { projectId: project.id, table: 'things' }
  const people = await giveRows(me, { ...target, table: 'people' }, [{ name: 'Ada' }])
  await giveRows(me, target, [
    { words: 'one', state: 'open', size: 1 },
    { words: 'two', state: 'closed', size: 2 },
    { words: 'three', state: 'closed', size: 3, owners: [people[0]?.id] },
  ])
  await openGrid(page, project, 'things')
  const words = () =>
    gridOf(page, 'things').locator('[role=gridcell][id$="-words"]').allInnerTexts()
  await expect.poll(words).toEqual(['three', 'two', 'one'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const text = page.locator('.cm-content')
  await expect(text).toBeFocused()

  await test.step('the conditions write the expression', async () => {
    const first = page.getByRole('combobox', { name: 'Field of condition 1' })
    await expect(first).toHaveText('Choose a field')
    await choose(page, 'Field of condition 1', 'state')
    await choose(page, 'Value of condition 1', 'closed')
    await expect(text).toHaveText('state = "closed"')
    await page.getByRole('button', { name: 'Add condition' }).press('Enter')
    await choose(page, 'Field of condition 2', 'size')
    await choose(page, 'Operator of condition 2', 'is at most')
    await page.getByRole('textbox', { name: 'Value of condition 2' }).fill('2')
    await page.keyboard.press('Enter')
    await expect.poll(words).toEqual(['two'])
    await choose(page, 'Join conditions with', 'or')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(words).toEqual(['three', 'two', 'one'])
    await expectClean(page)
  })

  await test.step('the expression fills the conditions', async () => {
    await text.fill('words ~ "t" && state in ["closed"]')
    await expect(page.getByRole('textbox', { name: 'Value of condition 1' })).toHaveValue('t')
    await expect(page.getByRole('button', { name: 'Value of condition 2: closed' })).toBeVisible()
    await text.fill('state = "closed" && (size > 2 || words = "two")')
    const group = page.getByRole('group', { name: 'Group 2', exact: true })
    await expect(group.getByRole('textbox', { name: 'Value of condition 2.1' })).toHaveValue('2')
    await group.getByRole('textbox', { name: 'Value of condition 2.2' }).fill('one')
    await expect(text).toHaveText('state = "closed" && (size > 2 || words = "one")')
    await page.getByRole('button', { name: 'Add group', exact: true }).press('Enter')
    await expect(page.getByRole('group', { name: 'Group 3', exact: true })).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: 'Remove condition 3.2' }).press('Enter')
    await page.getByRole('button', { name: 'Remove condition 3.1' }).press('Enter')
    await choose(page, 'Join group 2 with', 'and')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(words).toEqual([])
    await text.fill('words = "a" && !(size > 1 || size < 0)')
    await expect(page.getByText('The builder cannot show this expression.')).toBeVisible()
  })

  await test.step('related rows are offered by their display value', async () => {
    await text.fill('')
    await choose(page, 'Field of condition 1', 'owners')
    await page.getByRole('combobox', { name: 'Value of condition 1' }).press('Enter')
    await page.keyboard.type('ad')
    await expect(page.getByRole('option', { name: /^Ada/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(words).toEqual(['three'])
  })

  await test.step('a bare word is understood', async () => {
    await text.fill('state = closed')
    await expect(page.getByText('Column with name closed not found in table things')).toBeVisible()
    await page.getByRole('button', { name: '"closed"' }).click()
    await expect(text).toHaveText('state = "closed"')
    await text.fill('two')
    await page.getByRole('button', { name: 'words ~ "two"' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(words).toEqual(['two'])
  })

  await test.step('a chip says that the filter is on, also while its bar is closed', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(text).toBeHidden()
    const chip = page.getByRole('button', { name: 'Edit filter: words ~ "two"' })
    await expect(chip).toBeVisible()
    await chip.click()
    await expect(text).toHaveText('words ~ "two"')
    await page.getByRole('button', { name: 'Remove filter' }).click()
    await expect.poll(words).toEqual(['three', 'two', 'one'])
    await expect(chip).toBeHidden()
    await expect(gridOf(page, 'things')).toBeFocused()
  })

  const ada = people[0]?.id ?? ''
  const owners = cellAt(page, 1, 'owners')
  const peek = page.getByRole('dialog', { name: 'Row of people' })
  await test.step('a relation shows ids and display values, which open a peek', async () => {
    await expect(cellAt(page, 1, 'id')).toHaveText(/^[0-9a-f-]+…[0-9a-f-]+$/)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['rich', 'due', 'done', 'tags', 'mail', 'link', 'phone', 'extra', 'pin'])
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(owners.getByText('Ada', { exact: true })).toBeVisible()
    await expect(owners.getByRole('link')).toHaveText(ada)
    await owners.getByText('Ada', { exact: true }).click()
    await expect(peek).toBeFocused()
    await expect(peek.getByRole('strong')).toHaveText('Ada')
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(gridOf(page, 'things')).toBeFocused()
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.press('Tab')
    await expect(peek.getByRole('button', { name: 'Open in people' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(gridOf(page, 'people')).toBeVisible()
    await expect(page.getByRole('button', { name: `Edit filter: id = "${ada}"` })).toBeVisible()
    await expect(cellAt(page, 1, 'pname')).toHaveText('Ada')
  })

  await test.step('an id is a link; its address opens the row too', async () => {
    await page
      .getByRole('button', { name: /^things/ })
      .first()
      .click()
    // The display value is read after the ids and stands before them.
    await expect(owners.getByText('Ada', { exact: true })).toBeVisible()
    const href = await owners.getByRole('link').getAttribute('href')
    await owners.getByRole('link').click({ position: { x: 8, y: 8 } })
    await expect(gridOf(page, 'people')).toBeVisible()
    await page.goto(new URL(href ?? '', page.url()).href)
    await expect(page.getByRole('button', { name: `Edit filter: id = "${ada}"` })).toBeVisible()
  })

  await test.step('display values can be turned off', async () => {
    await page
      .getByRole('button', { name: /^things/ })
      .first()
      .click()
    await expect(owners.getByText('Ada', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Display values of relations' }).click()
    await page.keyboard.press('Escape')
    await expect(owners.getByText('Ada', { exact: true })).toBeHidden()
    await expect(owners).toHaveText(ada)
  })
})
