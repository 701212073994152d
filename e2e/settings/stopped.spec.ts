import { createDomain, saveAvailability } from '@plinth/contract'
import { giveStoredTables, openGrid } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { createTable, giveTables, openData, selectTable } from '../schema-editor/data-steps.ts'
import { environmentsOf, openSettings } from './settings-people.ts'

test.setTimeout(120_000)

const READ_ONLY = 'This project is read-only. An owner or an admin can open it'
const host = (projectId: string) => `shop-${projectId.slice(4)}.example.com`

for (const { section, button } of [
  { section: 'domains', button: 'Create Domain' },
  { section: 'constants', button: 'Create Constant' },
  { section: 'keys', button: 'Create Key' },
]) {
  test(`the ${section} of a stopped project cannot be added to, and say why`, async ({
    page,
    project,
    me,
  }) => {
    const params = { projectId: project.id }
    await me.client.call(saveAvailability, { params, body: { state: 'read-only' } })
    await openSettings(page, project.id, section)
    const create = page.getByRole('button', { name: button })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.focus()
    await expect(page.getByRole('tooltip')).toContainText(READ_ONLY)
    await create.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
}

test('a form that was open when the project was stopped keeps its text and says why', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  await openSettings(page, project.id, 'domains')
  await page.getByRole('button', { name: 'Create Domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Domain' })
  await dialog.getByLabel('Domain').fill(host(project.id))
  await me.client.call(saveAvailability, { params, body: { state: 'read-only' } })
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog).toContainText(READ_ONLY)
  await expect(dialog.getByLabel('Domain')).toHaveValue(host(project.id))
  await expect(dialog.getByRole('button', { name: 'Create', exact: true })).toBeHidden()
  await expectClean(page)
})

test('an item of a stopped project opens read-only', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  const { dev } = await environmentsOf(me, project.id)
  await me.client.call(createDomain, {
    params,
    body: { domain: host(project.id), environment: dev },
  })
  await me.client.call(saveAvailability, { params, body: { state: 'archived' } })
  await openSettings(page, project.id, 'domains')
  await page.getByRole('button', { name: host(project.id) }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Domain' })
  await expect(dialog).toContainText('This project is archived.')
  for (const name of ['Save', 'Delete'])
    await expect(dialog.getByRole('button', { name })).toHaveCount(0)
})

test('a draft of tables that was not saved in time is kept until the project is open', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  await giveTables(me, project.id, [])
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table', exact: true })
  await dialog.getByLabel('Name').fill('kept')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await createTable(page, 'kept_too')
  await me.client.call(saveAvailability, { params, body: { state: 'read-only' } })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.locator('[data-toast]')).toContainText(READ_ONLY)
  const note = page.getByRole('complementary', { name: 'Availability' })
  await expect(note).toContainText('This project is read-only.')
  const save = page.getByRole('button', { name: 'Save Configuration' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Add table', 'Add Field'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await note.getByRole('link', { name: 'Details' }).click()
  // The screen still asks before it discards the draft.
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await me.client.call(saveAvailability, { params, body: { state: 'open' } })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Configuration saved successfully')).toBeVisible()
})

/** While a project is stopped it is loaded at intervals of 10 s, which are no answer to a refusal. */
const POLL_MS = 10_000

test('however many calls a stopped project refuses, it is loaded once', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  const tables = ['ants', 'bees', 'cats'].map((name, order) => ({
    ...{ id: name, name, order },
    columns: [{ id: `${name}-name`, name: 'name', type: 'text' as const }],
  }))
  await giveStoredTables(me, project.id, tables)
  await openGrid(page, project, 'ants')
  let loads: number[] = []
  let refusals: number[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === `/api/project/${project.id}` && request.method() === 'GET')
      loads.push(Date.now())
  })
  page.on('response', (response) => {
    if (response.status() === 403) refusals.push(Date.now())
  })
  const answersOf = (many: number) =>
    loads.filter((at) => at < (refusals[many - 1] ?? 0) + POLL_MS - 2000)

  await me.client.call(saveAvailability, { params, body: { state: 'archived' } })
  await selectTable(page, 'bees')
  const note = page.getByRole('complementary', { name: 'Availability' })
  await expect(note).toContainText('This project is archived.')
  await selectTable(page, 'cats')
  await expect.poll(() => refusals.length).toBeGreaterThan(1)
  await page.waitForLoadState('networkidle')
  expect(answersOf(1)).toHaveLength(1)

  // Its state is known when the page opens, so refusals load nothing.
  loads = []
  refusals = []
  await page.reload()
  await expect(note).toContainText('This project is archived.')
  await expect.poll(() => refusals.length).toBeGreaterThan(1)
  await page.waitForLoadState('networkidle')
  expect(answersOf(1)).toHaveLength(1)
})

test('by keyboard alone: make a project read-only with a reason, then open it', async ({
  page,
  project,
}) => {
  await openSettings(page, project.id, 'general')
  const readOnly = page.getByRole('button', { name: 'Make read-only' })
  await expect(readOnly).toBeVisible()
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await tabTo('Make read-only')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Counting')
  await tabTo('Make read-only')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Availability' })).toContainText('Counting')
  // The pressed button is replaced by a disabled one, so the focus is on the content before it.
  await expect(page.locator('main')).toBeFocused()
  await tabTo('Open project')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await tabTo('Open project')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Availability' })).toBeHidden()
})

test('a list whose projects are all archived says so and shows them', async ({
  page,
  project,
  me,
}) => {
  await page.goto('/home?status=archived')
  await expect(page.getByRole('heading', { name: 'No project is archived' })).toBeVisible()
  const params = { projectId: project.id }
  await me.client.call(saveAvailability, { params, body: { state: 'archived' } })
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'All projects are archived' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a project' })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Show archived projects' }).click()
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
})
