import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, rowOf, test } from '../harness/fixtures.ts'
import { putOutOfSync, seedProject } from '../harness/platform.ts'
import { measured, see, visited } from '../harness/seen.ts'

test('shows every project with its status', async ({ page, me, project, platform }) => {
  const other = await newProject(me)
  await putOutOfSync(platform, other.id)
  await page.goto('/home')
  await visited(page, '/home')
  await see(page, '+ New Project', { as: 'button' })
  await see(page, 'Sign Out', { as: 'button' })
  const columns = [
    'Project ID',
    'Project Name',
    'DB Sync Status',
    'Created At',
    'Updated At',
    'Actions',
  ]
  for (const column of columns) await see(page, column, { as: 'columnheader' })
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await see(rowOf(page, project.name), 'In sync')
  await see(rowOf(page, other.name), 'Out of sync')
  await expect(rowOf(page, project.name)).toContainText('No tables yet · Singapore')
  await expect(rowOf(page, project.name)).toContainText('just now')
  await see(page, '2 projects, 1 with schema changes that are not in production yet.')
  await expect(page.getByRole('row').nth(1)).toContainText(other.name)
})

test('a click anywhere on a row opens the project', async ({ page, project }) => {
  await page.goto('/home')
  await rowOf(page, project.name).getByText('just now').click()
  await expect(page).toHaveURL(`/project/${project.id}/data`)
})

test('copies an id without opening its project', async ({ page, project, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/home')
  await rowOf(page, project.name)
    .getByRole('button', { name: `Copy ${project.id}` })
    .click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.id)
  await expect(page).toHaveURL('/home')
})

test('exactly two equal configurations are in sync', async ({ page, project }) => {
  const inSync: number[] = []
  for (const count of [0, 1, 2, 3]) {
    await page.route('**/api/project?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [first] = body.projects[0].configurations
      body.projects[0].configurations = Array(count).fill(first)
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto('/home')
    const status = rowOf(page, project.name).getByText(/^(In|Out of) sync$/)
    if ((await status.innerText()) === 'In sync') inSync.push(count)
    await page.unrouteAll()
  }
  measured('sync.configurations', inSync.length === 1 ? inSync[0] : inSync)
})

test('keeps search, filter and page in the URL', async ({ page, me, platform }) => {
  const started = Date.now()
  const own = me.id.slice(-8).replaceAll(/\d/g, 'x')
  for (let number = 1; number <= 120; number += 1) {
    const created = new Date(started - number * 60_000)
    const name = `Store ${own} ${String(number).padStart(3, '0')}`
    const id = await seedProject(platform, { name, ownerId: me.id, created })
    if (number % 40 === 0) await putOutOfSync(platform, id)
  }
  await page.goto('/home')
  await see(page, '120 projects, 3 with schema changes that are not in production yet.')
  await expect(page.getByRole('row')).toHaveCount(51)
  await see(page, '1–50 of 120')
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next page' }).click()
  await see(page, '51–100 of 120')
  await expect(page.getByRole('row').nth(1)).toContainText('051')
  await page.getByRole('button', { name: 'Next page' }).click()
  await see(page, '101–120 of 120')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.goBack()
  await see(page, '51–100 of 120')

  await page.getByRole('searchbox', { name: 'Find a project' }).fill(' 08')
  await expect(page.getByRole('row')).toHaveCount(13)
  await page.getByRole('radio', { name: 'Out of sync' }).check()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/\?search=08&status=out-of-sync$/)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toHaveValue('08')
  await page.getByRole('radio', { name: 'In sync', exact: true }).check()
  await expect(page.getByRole('row')).toHaveCount(12)

  await page.getByRole('searchbox').fill('nothing is called so')
  await see(page, 'No project matches', { as: 'heading' })
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  await see(page, '1–50 of 120')
})

test('goes to the previous page when the last one becomes empty', async ({
  page,
  me,
  platform,
}) => {
  for (let number = 1; number <= 50; number += 1) {
    const name = `Shelf ${me.id.slice(-6)} ${number}`
    await seedProject(platform, { name, ownerId: me.id })
  }
  await page.goto('/home?page=7')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('row')).toHaveCount(51)
})

test('explains the next step without projects', async ({ page }) => {
  await page.goto('/home')
  await see(page, 'No projects yet', { as: 'heading' })
  await expect(page.getByRole('searchbox', { name: 'Find a project' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create your first project' }).click()
  await see(page, 'Create New Project', { as: 'heading' })
})

test('retries a list that failed to load', async ({ page, project }) => {
  const refusal = { error: { code: 'bad_request', message: 'No.', requestId: 'none' } }
  await page.route('**/api/project?*', (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto('/home')
  await see(page, 'Could not load.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, project.name)).toBeVisible()
})

test('Sign Out ends the session in the browser and on the server', async ({ page, me }) => {
  await page.goto('/home')
  const response = page.waitForResponse('**/auth/sign-out')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await visited(page, '/')
  expect((await response).status()).toBe(200)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const headers = { authorization: `Bearer ${me.token}` }
  expect((await page.request.get('/auth/devme', { headers })).status()).toBe(401)
  await page.goto('/home')
  await visited(page, '/')
})

test('hides Run Migration from users without permission', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run Migration' })).toBeHidden()
})

test.describe('the admin', () => {
  test.use({ who: 'admin' })

  test('runs the migration and shows its counts', async ({ page }) => {
    await page.goto('/home')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/configuration/migrate')) calls += 1
    })
    await (await see(page, 'Run Migration', { as: 'button' })).click()
    const dialog = page.getByRole('dialog', { name: 'Run the migration on all projects?' })
    await expect(dialog).toContainText('Rows, files and drafts are not changed')
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(calls).toBe(0)
    await page.getByRole('button', { name: 'Run Migration' }).click()
    await dialog.getByRole('button', { name: 'Run Migration' }).click()
    await see(page, 'Migration completed')
    await see(page, /^\d+ checked, \d+ migrated, 0 failed\.$/)
  })

  test('shows a failed migration as an error', async ({ page }) => {
    await page.route('**/configuration/migrate', (route) => route.abort())
    await page.goto('/home')
    await page.getByRole('button', { name: 'Run Migration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run Migration' }).click()
    await see(page, 'Migration failed')
  })
})
