import type { Page } from '@playwright/test'
import { executeWorkflow } from '@plinth/contract'
import { giveRows, giveStoredTables, gridOf } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, type Person, test } from '../harness/fixtures.ts'
import { visited } from '../harness/seen.ts'
import { drawNode, giveWorkflow, join, readKinds } from '../workflow-editor/workflow-steps.ts'

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search or jump to…' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  return dialog
}

/** Types a query and waits until the server has answered for all of it. */
async function search(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('search') === text,
  )
  await page.keyboard.type(text)
  await answered
}

test('finds a project by a few letters', async ({ page, me, project }) => {
  await newProject(me)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()
  const palette = await openPalette(page)
  await page.keyboard.type(project.name.toLowerCase())
  await expect(palette.getByRole('option')).toHaveText([new RegExp(`^${project.name}`)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  await expect(palette).toBeHidden()
})

test('lists the project’s screens inside a project', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  for (const [typed, path] of [
    ['UI', '/project/{projectId}/ui'],
    ['Workflow', '/project/{projectId}/workflow'],
    ['Settings', '/project/{projectId}/settings'],
    ['Data', '/project/{projectId}/data'],
    ['All projects', '/home'],
  ] as const) {
    const palette = await openPalette(page)
    await search(page, typed.toLowerCase())
    await expect(palette.getByRole('option', { selected: true })).toHaveText(
      new RegExp(`^${typed}`),
    )
    await page.keyboard.press('Enter')
    await visited(page, path)
    // Ctrl+K closes an open palette.
    await expect(palette).toBeHidden()
  }
})

test('arrow keys wrap around, Escape closes and restores the focus', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  await button.click()
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const selected = palette.getByRole('option', { selected: true })
  await expect(selected).toHaveText(/^Data/)
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveText(/^Sign Out/)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(/^Data/)
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(button).toBeFocused()
})

test('shows no results for unknown names', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  await page.keyboard.type('no such thing')
  await expect(palette.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()
})

test('runs commands: theme, shortcuts, sign out', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  const selected = palette.getByRole('option', { selected: true })
  await search(page, 'dark')
  await expect(selected).toHaveText(/^Switch to dark theme/)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPalette(page)
  await search(page, 'shortcuts')
  await expect(selected).toHaveText(/^Keyboard shortcuts/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette(page)
  await search(page, 'sign out')
  await expect(selected).toHaveText(/^Sign Out/)
  await page.keyboard.press('Enter')
  await visited(page, '/')
})

test('Enter never opens a result of an earlier query', async ({ page, project }) => {
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('No tables available')).toBeVisible()
  const palette = await openPalette(page)
  await expect(palette.getByRole('option', { name: project.name })).toBeVisible()
  await page.route('**/api/project?*', () => undefined)
  await page.keyboard.type('workflow')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Workflow/)
})

/** Two tables with rows, and a workflow with one run. */
async function giveContents(me: Person, projectId: string) {
  await giveStoredTables(me, projectId, [
    {
      id: 'c',
      name: 'customers',
      order: 0,
      columns: [
        { id: 'c-name', name: 'name', type: 'text' },
        { id: 'c-contact', name: 'contact', type: 'email' },
      ],
    },
    {
      id: 'o',
      name: 'orders',
      order: 1,
      columns: [
        { id: 'o-reference', name: 'reference', type: 'text' },
        { id: 'o-total', name: 'total', type: 'number' },
      ],
    },
  ])
  const names = ['Ada', 'Grace Hopper', 'Linus'].map((name) => ({ name }))
  const [, grace] = await giveRows(me, { projectId, table: 'customers' }, names)
  await giveRows(me, { projectId, table: 'orders' }, [{ reference: 'A-1' }, { reference: 'A-2' }])
  const kindOf = await readKinds(me, projectId)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 40 }),
    drawNode(kindOf('set'), { label: 'Shape', x: 460, y: 40, parameters: { value: '{"a":1}' } }),
  ]
  const connections = [join('Start', 'Shape')]
  const workflowId = await giveWorkflow(me, projectId, { name: 'Intake', nodes, connections })
  await me.client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes, edges: connections },
  })
  return { workflowId, graceId: grace?.id ?? '' }
}

test('finds tables, fields, rows, workflows, runs, settings, people and actions', async ({
  page,
  me,
  project,
}) => {
  test.setTimeout(120_000)
  const { workflowId, graceId } = await giveContents(me, project.id)
  await page.goto(`/project/${project.id}/data`)
  await expect(gridOf(page, 'customers')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const open = async (text: string, option: RegExp) => {
    await openPalette(page)
    await page.keyboard.type(text)
    const found = palette.getByRole('option', { name: option })
    await expect(found).toBeVisible()
    await found.click()
    await expect(palette).toBeHidden()
  }
  await open('order', /^orders$/)
  await expect(gridOf(page, 'orders')).toBeVisible()

  await open('contact', /^contact field of customers$/)
  await expect(gridOf(page, 'customers')).toBeFocused()
  await expect(gridOf(page, 'customers')).toHaveAttribute('aria-activedescendant', /-c-contact$/)

  await open('grace', /^Grace Hopper row of customers$/)
  await expect(page.getByRole('complementary', { name: 'Row 1' })).toContainText('Grace Hopper')
  await expect(gridOf(page, 'customers').locator('[data-row]')).toHaveCount(1)
  await expect(page.getByText(`id = "${graceId}"`)).toBeVisible()

  await open('backup', /^Backups/)
  await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible()
  await open('ines', /^Ines Moreau/)
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
  await open('intake succeeded', /^Intake succeeded/)
  await expect(page).toHaveURL(/workflow\/run\//)
  await open('intake', /^Intake$/)
  await expect(page).toHaveURL(`/project/${project.id}/workflow/edit/${workflowId}`)
  await open('fit', /^Fit the view 1$/)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(gridOf(page, 'customers')).toBeVisible()
  await open('create table', /^Create Table$/)
  await expect(page.getByRole('dialog', { name: 'Create Table' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(gridOf(page, 'customers')).toBeVisible()
  await openPalette(page)
  const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveText([
    /^Intake/,
    /^Intake/,
    /^Backups/,
    /^Grace Hopper/,
    /^contact/,
    /^orders/,
  ])
  await expectClean(page, '[role=dialog]')
  await page.keyboard.type('customers')
  await expect(palette.getByRole('option', { name: 'customers', exact: true })).toBeVisible()
  await expectClean(page, '[role=dialog]')
})

test('the next letter does not wait for an unanswered search, and a failure is shown', async ({
  page,
  me,
  project,
}) => {
  await giveContents(me, project.id)
  await page.goto(`/project/${project.id}/data`)
  await expect(gridOf(page, 'customers')).toBeVisible()
  const palette = await openPalette(page)
  let isHeld = true
  await page.route(
    (url) => url.pathname.startsWith('/api/data/') && url.searchParams.has('$filter'),
    (route) => (isHeld ? undefined : route.fulfill({ status: 503, body: '{}' })),
  )
  const asked = page.waitForRequest(/\/api\/data\/.*filter/)
  await page.keyboard.type('gra')
  await asked
  isHeld = false
  await page.keyboard.type('c')
  await expect(palette.getByText('Could not search rows. Try again.')).toBeVisible()
})

test.describe('for an admin', () => {
  test.use({ who: 'admin' })
  test('finds people of the organisation, and a new project is an action with its key', async ({
    page,
    me,
  }) => {
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    const palette = await openPalette(page)
    await expect(palette.getByRole('option', { name: 'New Project N' })).toBeVisible()
    await page.keyboard.type(me.email)
    await palette.getByRole('option', { name: me.email }).click()
    await expect(page.getByRole('searchbox')).toHaveValue(me.email)
    await expect(page.getByRole('cell', { name: me.email }).first()).toBeVisible()
  })
})
