import type { Page } from '@playwright/test'
import { getProject, listRows } from '@plinth/contract'
import { type Acts, countActs } from '../harness/count-acts.ts'
import { expect, freshName, type Person, test } from '../harness/fixtures.ts'
import { tableRow } from '../schema-editor/data-steps.ts'

/** The walks use the mouse and the keyboard alone, because only real input is counted. */
async function startAtHome(page: Page): Promise<() => Acts> {
  const read = await countActs(page)
  await page.goto('/home')
  return read
}

async function createProject(page: Page): Promise<string> {
  const name = freshName('Shop')
  await page.getByRole('button', { name: '+ New Project' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/project\/[^/]+\/data/)
  return page.url().split('/')[4] ?? ''
}

/** Opens Create Table, names the table and goes to its first field. */
async function startTable(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create Table' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Field 1', { exact: true })).toBeFocused()
}

async function typeField(page: Page, text: string, next: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(next, { exact: true })).toBeFocused()
}

async function createAndSync(page: Page, table: string) {
  await page.keyboard.press('Control+Enter')
  await expect(tableRow(page, table)).toBeVisible()
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
}

/** Acts for the same goals in the build of commit cc713b4, counted in the same way. */
const EARLIER = { 'first row': 15, 'six fields': 43, 'first API call': 21 }

function expectWithin(name: keyof typeof EARLIER, acts: Acts, limits: Partial<Acts>) {
  console.log(`acts: ${name}`, acts, `in the earlier build ${EARLIER[name]}`)
  for (const [kind, limit] of Object.entries(limits)) {
    expect(acts[kind as keyof Acts], `${kind} of ${name}`).toBeLessThanOrEqual(limit)
    expect(acts[kind as keyof Acts], `${kind} of ${name} are counted`).toBeGreaterThan(0)
  }
}

async function readApplied(me: Person, projectId: string) {
  const { projectData } = await me.client.call(getProject, { params: { projectId } })
  return projectData.configuration.old_configuration.tables
}

test('the first row takes at most 14 acts, 8 of them clicks', async ({ page, me }) => {
  const read = await startAtHome(page)
  const projectId = await createProject(page)
  await startTable(page, 'customers')
  await page.keyboard.type('name')
  await createAndSync(page, 'customers')
  await page.getByRole('button', { name: 'Add Row' }).click()
  await page.keyboard.type('Ada')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expectWithin('first row', read(), { total: 14, clicks: 8 })
  const { data } = await me.client.call(listRows, {
    params: { table: 'customers' },
    query: { $projectId: projectId },
  })
  expect(data.map((row) => row.name)).toEqual(['Ada'])
})

test('six fields with a relation are synced with at most 26 acts', async ({ page, me }) => {
  const read = await startAtHome(page)
  const projectId = await createProject(page)
  await startTable(page, 'customers')
  await typeField(page, 'name', 'Field 2')
  await typeField(page, 'email:email', 'Field 3')
  await typeField(page, 'tier:select', 'Options')
  await typeField(page, 'gold, silver, bronze', 'Field 4')
  await typeField(page, 'joinedOn:date', 'Field 5')
  await typeField(page, 'contract:file', 'Field 6')
  await page.keyboard.type('referredBy:relation')
  await createAndSync(page, 'customers')
  expectWithin('six fields', read(), { total: 26 })
  const [table] = await readApplied(me, projectId)
  expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['name', 'text'],
    ['email', 'email'],
    ['tier', 'select'],
    ['joinedOn', 'date'],
    ['contract', 'file'],
    ['referredBy', 'relation'],
    ['customers', 'relation'],
  ])
  expect(table?.columns[2]?.options).toMatchObject({ selectOptions: ['gold', 'silver', 'bronze'] })
})

test('the first API call with 200 takes at most 20 acts', async ({ page, request }) => {
  const read = await startAtHome(page)
  const projectId = await createProject(page)
  await startTable(page, 'customers')
  await page.keyboard.type('name')
  await createAndSync(page, 'customers')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('button', { name: 'Create Key' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('first')
  await dialog.getByRole('checkbox', { name: 'All of customers' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Copy' }).first().click()
  const { total, ...acts } = read()
  const answer = await request.get(`/api/data/customers?$projectId=${projectId}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(answer.status()).toBe(200)
  // The command in a terminal is a text and a chord.
  const all = { ...acts, texts: acts.texts + 1, chords: acts.chords + 1, total: total + 2 }
  expectWithin('first API call', all, { total: 20 })
})
