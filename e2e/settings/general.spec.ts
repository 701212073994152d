import { createWorkflow, getProject, saveAvailability } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { giveRows, giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, freshName, newProject, rowOf, test } from '../harness/fixtures.ts'
import { openSettings, projectAs } from './settings-people.ts'

// An axe run takes seconds on a busy machine, and each page is checked twice in both themes.
test.setTimeout(120_000)

const banner = { name: 'Availability' } as const

test('an owner makes a project read-only and opens it again', async ({ page, project }) => {
  await openSettings(page, project.id, 'general')
  await expect(page.getByRole('heading', { name: 'General', exact: true })).toBeVisible()
  const section = page.getByRole('region', { name: 'Availability' })
  await expect(section.getByText('Open', { exact: true })).toBeVisible()
  await expectClean(page)
  await section.getByRole('button', { name: 'Make read-only' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make this project read-only?' })
  await expectClean(page)
  await dialog.getByLabel('Reason').fill('The books are audited')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Make read-only' }).click()
  expect((await sent).postDataJSON()).toEqual({
    state: 'read-only',
    reason: 'The books are audited',
  })
  await expect(dialog).toBeHidden()
  const note = page.getByRole('complementary', banner)
  await expect(note).toContainText('This project is read-only.')
  await expect(note).toContainText('just now: The books are audited')
  await expectClean(page)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText('Updated availability')).toBeVisible()
  await note.getByRole('link', { name: 'Details' }).click()
  await section.getByRole('button', { name: 'Open project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open project' }).click()
  await expect(note).toBeHidden()
})

test('an owner renames a project and sees its id, region, database and usage', async ({
  page,
  context,
  project,
  me,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await newProject(me)
  await openSettings(page, project.id, 'general')
  const card = page.getByRole('region', { name: 'Project', exact: true })
  await expect(card.getByText(project.id)).toBeVisible()
  await expect(card.getByText('Singapore (default cluster)')).toBeVisible()
  await expect(card.getByText('SQLite')).toBeVisible()
  await expect(card.getByText('Storage of rows and files')).toBeVisible()
  await card.getByRole('button', { name: 'Copy the project ID' }).click()
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.id)
  const name = card.getByLabel('Name')
  await name.fill(other.name)
  await card.getByRole('button', { name: 'Rename' }).click()
  await expect(card.getByRole('alert')).toContainText('Enter another name.')
  await name.fill('')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toHaveText('Name is required')
  const wanted = freshName('Renamed')
  await name.fill(wanted)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByText(wanted)).toBeVisible()
  await expectClean(page)
  await card.getByRole('link', { name: 'All usage' }).click()
  await expect(page.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(rowOf(page, wanted)).toBeVisible()
})

test('an owner may not suspend, and a developer may change nothing; each sees why', async ({
  page,
  project,
  platform,
  me,
}) => {
  await openSettings(page, project.id, 'general')
  const suspend = page.getByRole('button', { name: 'Suspend project' })
  await expect(suspend).toHaveAttribute('aria-disabled', 'true')
  await suspend.focus()
  await expect(page.getByRole('tooltip')).toContainText('Only an admin can suspend a project')
  const other = await projectAs(platform, me, 'developer')
  await openSettings(page, other.project.id, 'general')
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  const archive = page.getByRole('button', { name: 'Archive project' })
  await expect(archive).toHaveAttribute('aria-disabled', 'true')
  await archive.focus()
  await expect(page.getByRole('tooltip')).toContainText('Only an owner or an admin')
})

test('an archived project is listed under its own filter only', async ({ page, project }) => {
  await openSettings(page, project.id, 'general')
  await page.getByRole('button', { name: 'Archive project' }).click()
  // By keyboard: Enter in the dialog's button.
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Archive project' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', banner)).toContainText('This project is archived.')
  await page.goto(`/home?search=${project.id}`)
  await expect(page.getByRole('heading', { name: 'No project matches' })).toBeVisible()
  await page.getByRole('radio', { name: 'Archived' }).click()
  const row = rowOf(page, project.name)
  await expect(row.getByText('Archived', { exact: true })).toBeVisible()
  await expectClean(page)
  await page.goto('/home')
  await expect(rowOf(page, project.name)).toHaveCount(0)
})

test('the screens of a stopped project say why nothing can be changed', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  const table = {
    id: 'post',
    name: 'post',
    type: 'Base' as const,
    columns: [{ id: 'title', name: 'title', type: 'text' as const, options: {} }],
  }
  await giveStoredTables(me, project.id, [table])
  await giveRows(me, { projectId: project.id, table: 'post' }, [{ title: 'Kept' }])
  await me.client.call(createWorkflow, {
    params,
    body: { name: 'Idle', nodes: [], connections: [] },
  })
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByText('Kept')).toBeVisible()
  // Another user stops the project while this page is open.
  const admin = await enter({ id: '', ...ADMIN })
  await admin.client.call(saveAvailability, {
    params,
    body: { state: 'suspended', reason: 'Abuse' },
  })
  let [loads, refusals] = [0, 0]
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/project/${project.id}`)) loads += 1
  })
  page.on('response', (response) => {
    if (response.status() === 403) refusals += 1
  })
  await page.reload()
  const note = page.getByRole('complementary', banner)
  await expect(note).toContainText('This project is suspended.')
  await expect(note).toContainText(': Abuse')
  await expect(page.getByText('Only an admin can open it again.').first()).toBeVisible()
  const sync = page.getByRole('button', { name: 'Sync Database' })
  await expect(sync).toHaveAttribute('aria-disabled', 'true')
  await sync.focus()
  await expect(page.getByRole('tooltip')).toContainText('This project is suspended.')
  // Each refused call reloads the project once, and that sends none of them again.
  expect(loads).toBeLessThanOrEqual(1 + refusals)
  expect(refusals).toBeLessThanOrEqual(3)
  await page.goto(`/project/${project.id}/workflow`)
  await expect(page.getByRole('link', { name: 'Idle' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Workflow' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('link', { name: 'Idle' }).click()
  await expect(page.getByRole('button', { name: 'Delete Workflow' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await openSettings(page, project.id, 'general')
  await expect(page.getByRole('button', { name: 'Open project' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('suspends a project with a reason, and sees that another admin was faster', async ({
    page,
    project,
    me,
  }) => {
    await openSettings(page, project.id, 'general')
    await page.getByRole('button', { name: 'Suspend project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend this project?' })
    const confirm = dialog.getByRole('button', { name: 'Suspend project' })
    await confirm.click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a reason for the suspension.')
    await me.client.call(saveAvailability, {
      params: { projectId: project.id },
      body: { state: 'read-only', reason: '' },
    })
    await dialog.getByLabel('Reason').fill('Abuse')
    await confirm.click()
    await expect(dialog.getByRole('alert')).toContainText('Another user has set this project to')
    await confirm.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('complementary', banner)).toContainText('suspended')
    const { projectData } = await me.client.call(getProject, { params: { projectId: project.id } })
    expect(projectData.availability).toMatchObject({ state: 'suspended', reason: 'Abuse' })
    for (const name of ['Deploy', 'Archive project'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  })
})
