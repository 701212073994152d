import type { Page } from '@playwright/test'
import { createRow, saveConfiguration, signUpUser, syncDatabase } from '@plinth/contract'
import { axeFor } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  choose,
  dialogOf,
  giveTables,
  openData,
  readTable,
  selectTable,
  tableRow,
} from './data-steps.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const MINE = 'author = @request.auth.id || title = "open"'

async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const { violations } = await axeFor(page).withTags(TAGS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)
    expect(found, colorScheme).toEqual([])
  }
}

const account = (table: string) => [
  {
    id: `${table}e`,
    name: 'email',
    type: 'email' as const,
    options: { isUnique: true, isRequired: true },
  },
  {
    id: `${table}p`,
    name: 'password',
    type: 'text' as const,
    options: { isHashed: true, isRequired: true },
  },
  { id: `${table}v`, name: 'verified', type: 'checkbox' as const },
]

test('explains who can see a row: users, guests, another table', async ({ page, me, project }) => {
  test.setTimeout(120_000)
  const params = { projectId: project.id }
  const query = { $projectId: project.id }
  await giveTables(me, project.id, [
    {
      id: 'p',
      name: 'people',
      order: 1,
      type: 'Auth',
      columns: account('p'),
      rules: { create: 'true' },
    },
    {
      id: 'n',
      name: 'notes',
      order: 0,
      columns: [
        { id: 'nt', name: 'title', order: 0, type: 'text' },
        { id: 'na', name: 'author', order: 1, type: 'text' },
      ],
      rules: {
        list: MINE,
        view: MINE,
        create: '',
        update: 'title = "x" && author = @request.auth.id',
      },
    },
  ])
  await me.client.call(syncDatabase, { params, body: {} })
  const people = { params: { table: 'people' }, query }
  const add = (name: string) =>
    me.client.call(signUpUser, {
      ...people,
      body: { email: `${name}@example.com`, password: 'a password of a user' },
    })
  const { user: ada } = await add('ada')
  await add('bob')
  const body = { title: 'Draft of a letter', author: ada.id }
  await me.client.call(createRow, { params: { table: 'notes' }, query, body })

  await openData(page, project)
  await selectTable(page, 'notes')
  await expect(page.getByRole('gridcell', { name: 'Draft of a letter' })).toBeVisible()
  await page.getByRole('button', { name: 'More grid options' }).click()
  await page.getByRole('menuitem', { name: 'Who can see a row…' }).click()
  const dialog = dialogOf(page, 'Who can see this row, and why')
  await expect(dialog.getByText('Choose a user to see the results.')).toBeVisible()
  const pick = async (label: string, text: string) => {
    await dialog.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('combobox', { name: `Search ${label.toLowerCase()}s` }).fill(text)
    await page.getByRole('option', { name: text }).click()
  }
  await pick('User', 'ada@example.com')
  await expect(dialog.getByText(/Choose a row/).last()).toBeVisible()
  await pick('Row', 'Draft of a letter')
  const results = dialog.getByRole('list', { name: 'Results' })
  const of = (operation: string) => results.getByRole('listitem').filter({ hasText: operation })
  await expect(of('View')).toContainText('Allowed')
  await expect(of('View').locator('mark')).toHaveText('author = @request.auth.id')
  await expect(of('Update')).toContainText('Denied')
  await expect(of('Update').locator('mark')).toHaveText('title = "x"')
  await expect(of('Create')).toContainText('Staff only')
  await expectClean(page)

  await pick('User', 'bob@example.com')
  await expect(of('View')).toContainText('Denied')
  await expect(of('View').locator('mark')).toHaveText(MINE)
  await choose(dialog, 'Request as', 'A guest')
  await expect(of('Delete')).toContainText('Denied')
  await choose(dialog, 'Table', 'people')
  await expect(dialog.getByText(/Choose a row to see/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More grid options' })).toBeFocused()
})

test('runs rule tests with every change, and they block a sync', async ({ page, me, project }) => {
  test.setTimeout(120_000)
  await giveTables(me, project.id, [
    {
      id: 'n',
      name: 'notes',
      columns: [{ id: 'nt', name: 'title', type: 'text' }],
      rules: { view: 'title = "open"' },
    },
  ])
  await openData(page, project)
  await tableRow(page, 'notes').hover()
  await page.getByRole('button', { name: 'Edit table notes' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  const tests = dialog.getByRole('region', { name: 'Rule tests' })
  await tests.getByRole('button', { name: 'Add test' }).click()
  await tests.getByLabel('Test name').fill('Guests read what is open')
  const test1 = tests.getByRole('listitem')
  // The new test requires that a row without a title is invisible.
  await expect(test1).toContainText('Passes')
  await tests.getByRole('radio', { name: 'Allow' }).check({ force: true })
  await expect(test1).toContainText('Fails')
  await expect(test1.locator('mark')).toHaveText('title = "open"')
  await expectClean(page)
  const row = tests.getByRole('textbox', { name: 'Row', exact: true })
  await row.fill('{ "title": ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A rule test contains invalid JSON')).toBeVisible()
  await row.fill('{ "title": "open" }')
  await expect(test1).toContainText('Passes')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '1 rule test passes' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { table } = await readTable(me, project.id, 'notes')
  expect(table?.tests).toMatchObject([{ name: 'Guests read what is open', row: { title: 'open' } }])

  // Another user closes the rule; the test shows the failure, before and during the sync.
  const newConfiguration = {
    version: 'v1',
    database: 'sqlite3' as const,
    tables: table ? [{ ...table, rules: { ...table.rules, view: '' } }] : [],
  }
  await me.client.call(saveConfiguration, {
    params: { projectId: project.id },
    body: { newConfiguration },
  })
  await page.reload()
  await page.getByRole('button', { name: '1 rule test fails' }).click()
  await expect(dialog.getByText('The view rule is empty: staff only')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const plan = dialogOf(page, 'Schema changes')
  await expect(
    plan.getByText('The rule test "Guests read what is open" of "notes" fails'),
  ).toBeVisible()
})
