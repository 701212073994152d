import type { Locator, Page } from '@playwright/test'
import { createSavedQuery } from '@plinth/contract'
import { giveRows, giveStoredTables, gridOf } from '../grid/grid-steps.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { expectReachable } from '../harness/unreachable-controls.ts'
import { openSettings } from '../settings/settings-people.ts'
import { giveWorkflow } from '../workflow-editor/workflow-steps.ts'

// A window of 1280 × 800 pixels at 200 %.
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Clicks the main button of a screen; every control of the dialog that opens can be reached, too. */
async function expectOpens(page: Page, opener: Locator) {
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectReachable(page, 'the dialog', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function giveTables(me: Person, projectId: string) {
  await giveStoredTables(me, projectId, [
    {
      ...{ id: 'orders', name: 'orders' },
      columns: ['name', 'state', 'city'].map((name) => ({ id: name, name, type: 'text' as const })),
    },
  ])
  await giveRows(me, { projectId, table: 'orders' }, [{ name: 'a' }, { name: 'b' }])
}

test.describe('signed out', () => {
  test.use({ who: 'nobody' })
  for (const [path, name] of [
    ['/', 'Login'],
    ['/signup', 'Login'],
    ['/forgot-password', 'Send reset link'],
  ] as const) {
    test(`${path} at 200 %`, async ({ page }) => {
      await page.goto(path)
      await expect(button(page, name)).toBeVisible()
      await expectReachable(page, path)
      await button(page, name).click({ trial: true })
    })
  }
})

test('the project list at 200 %', async ({ page, project }) => {
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  await expectReachable(page, 'the project list')
  await expectOpens(page, page.getByRole('button', { name: /New Project/ }))
})

test('the Data tab at 200 %', async ({ page, project, me }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  await expectReachable(page, 'the empty Data tab')
  await expectOpens(page, button(page, 'Create Table').first())
  await giveTables(me, project.id)
  await page.reload()
  await expect(gridOf(page, 'orders')).toContainText('a')
  await expectReachable(page, 'the Data tab')

  // The rows are more than a strip, and a row can be added and saved.
  const panel = await page.getByRole('region', { name: 'orders' }).boundingBox()
  expect(panel?.height).toBeGreaterThan(300)
  await button(page, 'Add Row').click()
  await page.keyboard.type('c')
  await page.keyboard.press('Enter')
  await expectReachable(page, 'the Data tab with changes')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await button(page, 'Filter').click()
  await expectReachable(page, 'the filter')
  await button(page, 'Diagram').click()
  await expectReachable(page, 'the diagram')
  await button(page, 'Diagram').click()
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await expectReachable(page, 'Editor Mode')
})

test('the SQL tab at 200 %', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  await me.client.call(createSavedQuery, { params, body: { name: 'Ones', sql: 'select 1 as one' } })
  await page.goto(`/project/${project.id}/sql`)
  await page.getByRole('list', { name: 'Saved queries' }).getByText('Ones').click()
  await expectReachable(page, 'the SQL tab')
  await button(page, 'Run').click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('one')
  expect((await result.boundingBox())?.height).toBeGreaterThan(100)
  await expectReachable(page, 'a result')
})

test('the workflow list and the editor at 200 %', async ({ page, project, me }) => {
  const id = await giveWorkflow(me, project.id, { name: 'Orders' })
  await page.goto(`/project/${project.id}/workflow`)
  await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expectReachable(page, 'the workflow list')
  await page.getByRole('button', { name: 'Create Workflow' }).click({ trial: true })
  for (const name of ['Credentials', 'Runs']) {
    await page.getByRole('tab', { name }).click()
    await expectReachable(page, name)
  }
  await page.goto(`/project/${project.id}/workflow/edit/${id}`)
  await expect(button(page, 'Save Workflow')).toBeVisible()
  await expectReachable(page, 'the workflow editor')
  const canvas = await page.locator('.react-flow').first().boundingBox()
  expect(canvas?.height).toBeGreaterThan(140)
  expect(canvas?.width).toBeGreaterThan(160)
  await button(page, 'Save Workflow').click()
  await expect(page.locator('[data-toast]')).toBeVisible()
})

for (const [section, opener] of [
  ['members', 'Add Member'],
  ['domains', 'Create Domain'],
  ['constants', 'Create Constant'],
  ['keys', undefined],
  ['profile', undefined],
  ['audit', undefined],
  ['api', undefined],
  ['backups', undefined],
  ['requests', undefined],
  ['usage', undefined],
  ['general', 'Make read-only'],
] as const) {
  test(`settings, ${section}, at 200 %`, async ({ page, project }) => {
    await openSettings(page, project.id, section)
    await expect(page.locator('main h2').first()).toBeVisible()
    // The list of requests has a stream, so that its network is never idle.
    if (section === 'requests') await expect(page.getByText('No requests yet')).toBeVisible()
    else await page.waitForLoadState('networkidle')
    await expectReachable(page, section)
    if (opener) await expectOpens(page, page.getByRole('button', { name: opener }))
  })
}

test.describe('for admins', () => {
  test.use({ who: 'admin' })
  for (const [path, heading] of [
    ['/people', 'People'],
    ['/deleted-projects', 'Deleted projects'],
  ] as const) {
    test(`${path} at 200 %`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectReachable(page, path)
    })
  }
})
