import { readFile } from 'node:fs/promises'
import { getUsage, saveBudget } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { giveRows, giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, type Person, test } from '../harness/fixtures.ts'
import { openSettings, projectAs } from './settings-people.ts'

// An axe run takes seconds on a busy machine, and each page is checked twice in both themes.
test.setTimeout(180_000)

const TABLE = {
  id: 'post',
  name: 'post',
  type: 'Base' as const,
  columns: [{ id: 'title', name: 'title', type: 'text' as const, options: {} }],
}

/** Gives a project rows, and waits until they are measured. */
async function giveMeasuredRows(me: Person, projectId: string, count: number): Promise<void> {
  await giveStoredTables(me, projectId, [TABLE])
  const rows = Array.from({ length: count }, (_, at) => ({ title: `Post ${at}` }))
  await giveRows(me, { projectId, table: 'post' }, rows)
  await expect
    .poll(
      async () => {
        const { usage } = await me.client.call(getUsage, { params: { projectId } })
        return usage.kinds.find(({ kind }) => kind === 'rows')?.used
      },
      { timeout: 60_000 },
    )
    .toBe(count)
}

test('a developer sees usage and warnings, but changes no budget', async ({
  page,
  platform,
  me,
}) => {
  const { owner, project } = await projectAs(platform, me, 'developer')
  await giveMeasuredRows(owner, project.id, 4)
  const admin = await enter({ id: '', ...ADMIN })
  const params = { projectId: project.id }
  const save = (soft: number, hard: number) =>
    admin.client.call(saveBudget, { params, body: { rows: { soft, hard } } })
  await save(4, 8)
  await page.goto(`/project/${project.id}/data`)
  const note = page.getByRole('complementary', { name: 'Budgets' })
  await expect(note).toContainText('Rows: the warning level of 4 is reached.')
  await note.getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible()
  const budgets = page.getByRole('table', { name: 'Budgets' })
  const rows = budgets.getByRole('row', { name: /^Rows/ })
  await expect(rows).toContainText('This project')
  await expect(rows.getByRole('img', { name: '50 % of the limit' })).toBeVisible()
  await expectClean(page)
  for (const name of ['Edit budgets', 'Organisation defaults']) {
    const button = page.getByRole('button', { name })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    // The tooltip of the button before fades out meanwhile.
    const tooltip = page.locator('[role=tooltip]:not([data-state=closed])')
    await expect(tooltip).toContainText('Only an admin can change budgets.')
  }
  await save(2, 4)
  await page.reload()
  await expect(note).toContainText('Rows: the limit of 4 is reached, and more is refused.')
  await expect(rows).toBeVisible()
  await expectClean(page)
})

test('exports the usage per day as CSV and JSON', async ({ page, project, me }) => {
  await giveMeasuredRows(me, project.id, 2)
  await openSettings(page, project.id, 'usage')
  const days = page.getByRole('table', { name: 'Usage per day' })
  const today = new Date().toISOString().slice(0, 10)
  await expect(days.getByRole('row', { name: new RegExp(today) })).toBeVisible()
  const exported = async (button: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const download = await downloading
    const path = await download.path()
    return { name: download.suggestedFilename(), text: await readFile(path, 'utf8') }
  }
  const csv = await exported('Export CSV')
  expect(csv.name).toBe('usage.csv')
  expect(csv.text).toContain('project,day,requests,runs,rows,rowBytes,fileBytes\n')
  expect(csv.text).toContain(`${project.id},${today},`)
  const json = await exported('Export JSON')
  expect(JSON.parse(json.text).at(-1)).toMatchObject({ project: project.id, day: today, rows: 2 })
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('sets a budget, sees that another admin was faster, and that writes are refused', async ({
    page,
    project,
    me,
  }) => {
    await giveMeasuredRows(me, project.id, 2)
    await openSettings(page, project.id, 'usage')
    await expect(page.getByRole('table', { name: 'Budgets' })).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: 'Edit budgets' }).click()
    const dialog = page.getByRole('dialog', { name: 'Budgets of this project' })
    await expect(dialog).toBeVisible()
    await expectClean(page)
    const limit = (name: string) => dialog.getByLabel(name, { exact: true })
    await expect(limit('Rows: refuses at')).toBeDisabled()
    await limit('Rows: use the organisation default').uncheck()
    await limit('Rows: warns at').fill('9')
    await limit('Rows: refuses at').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Rows, “Warns at”: must not be above the hard limit.',
    )
    const params = { projectId: project.id }
    await me.client.call(saveBudget, { params, body: { runsAtOnce: { soft: null, hard: 5 } } })
    await limit('Rows: warns at').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Another admin saved these budgets first')
    await expect(limit('Runs at once: refuses at')).toHaveValue('5')
    await limit('Rows: use the organisation default').uncheck()
    await limit('Rows: refuses at').fill('2')
    await limit('Storage of rows and files: use the organisation default').uncheck()
    await limit('Storage of rows and files: refuses at').fill('20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const budgets = page.getByRole('table', { name: 'Budgets' })
    await expect(budgets.getByRole('row', { name: /^Storage/ })).toContainText('20 MB')
    const note = page.getByRole('complementary', { name: 'Budgets' })
    await expect(note).toContainText('Rows: the limit of 2 is reached')
    await expect(
      giveRows(me, { projectId: project.id, table: 'post' }, [{ title: 'One more' }]),
    ).rejects.toMatchObject({ code: 'storage_full' })
    await page.getByRole('link', { name: 'Audit' }).click()
    await expect(page.getByText('Updated budget').first()).toBeVisible()
    await page.goto(`/project/${project.id}/data`)
    await page.getByRole('button', { name: 'Add Row' }).click()
    await page.keyboard.type('One more')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.locator('[data-toast]')).toContainText('at its budget of 2 rows')
  })

  test('edits the defaults of the organisation', async ({ page, project }) => {
    await openSettings(page, project.id, 'usage')
    await page.getByRole('button', { name: 'Organisation defaults' }).click()
    const dialog = page.getByRole('dialog', { name: 'Default budgets of the organisation' })
    const limit = dialog.getByLabel('Days that logs are kept: refuses at', { exact: true })
    const row = page
      .getByRole('table', { name: 'Budgets' })
      .getByRole('row', { name: /^Days that logs/ })
    await limit.fill('365')
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('365')
    await expect(row).toContainText('Organisation')
    await page.getByRole('button', { name: 'Organisation defaults' }).click()
    await expect(limit).toHaveValue('365')
    await limit.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('No limit')
  })
})
