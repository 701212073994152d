import type { Page } from '@playwright/test'
import { expect, freshName, rowOf, test } from '../harness/fixtures.ts'
import { measured, see, seeToast, visited } from '../harness/seen.ts'

async function openDialog(page: Page) {
  await page.goto('/home')
  await page.getByRole('button', { name: '+ New Project' }).click()
  return page.getByRole('dialog', { name: 'Create New Project' })
}

test('creates a project in the selected region', async ({ page }) => {
  const name = freshName('Storefront')
  const dialog = await openDialog(page)
  await see(dialog, 'Create New Project', { as: 'heading' })
  await see(dialog, 'Cloned', { as: 'switch' })
  await see(dialog, 'Name', { as: 'textbox' })
  await see(dialog, 'Cancel', { as: 'button' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  const region = await see(dialog, 'Region', { as: 'combobox' })
  measured('region.aws-ap-southeast-1', await region.innerText())
  await region.click()
  for (const place of ['Singapore', 'Frankfurt', 'Sydney', 'N. Virginia', 'Ohio', 'Oregon']) {
    await see(page, place, { as: 'option', part: true })
  }
  const frankfurt = page.getByRole('option', { name: 'Frankfurt' })
  await expect(frankfurt).toContainText('(default cluster)')
  await frankfurt.click()
  await expect(region).toHaveAccessibleDescription('Frankfurt (default cluster)')
  await dialog.getByLabel('Name').fill(name)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await (await see(dialog, 'Create', { as: 'button' })).click()
  expect((await sent).postDataJSON()).toEqual({ cloned: false, name, region: 'aws-eu-central-1' })
  // The project opens, and the toast stays over the change of screens.
  await visited(page, '/project/{projectId}/data')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('No tables available')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByText('Project created successfully').hover()
  await page.goBack()
  await see(page, 'Project created successfully')
  await expect(rowOf(page, name)).toContainText('Frankfurt')
})

test('selects Singapore by default', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Name').fill(freshName('Default'))
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  measured('region.default', (await sent).postDataJSON().region)
  await see(page, 'Project created successfully')
})

test('requires a name within the length limit', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await see(dialog, 'Name is required')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name').fill('n'.repeat(121))
  await see(dialog, 'Name is too long: at most 120 characters')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test("rejects a duplicate name with the spec's message", async ({ page, project }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Name').fill(`  ${project.name.toUpperCase()} `)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await see(page, 'Please use a different project name.')
  await see(page, 'A project with this name already exists.')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

test('stays open when a toast is clicked, and asks on Escape', async ({ page, project }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Name').fill(project.name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const toast = page.getByText('A project with this name already exists.')
  await toast.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(toast).toBeVisible()
})

test('keeps the form after a failure', async ({ page }) => {
  const dialog = await openDialog(page)
  const name = freshName('Unlucky')
  await dialog.getByLabel('Name').fill(name)
  await page.route('**/api/project', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await seeToast(page, 'Failed to create project', 'Please try again later')
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await see(page, 'Project created successfully')
})

test('a cloned project requires its source and its database', async ({ page, project }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Name').fill(freshName('Clone'))
  await dialog.getByRole('switch', { name: 'Cloned' }).click()
  await expect(dialog.getByLabel('Region')).toBeHidden()
  const source = await see(dialog, 'Project ID', { as: 'textbox' })
  const database = await see(dialog, 'Database URL', { as: 'textbox' })
  const create = dialog.getByRole('button', { name: 'Create' })

  await create.click()
  await see(dialog, 'Enter a valid project ID')
  await see(dialog, 'Database URL is required')

  await source.fill('prj_00000000000000000000000000')
  await database.fill('postgres://somebody@127.0.0.1/theirs')
  await create.click()
  await see(dialog, 'There is no such project.')
  await expect(source).toBeFocused()

  await source.fill(project.id)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  expect((await sent).postDataJSON()).toEqual({
    cloned: true,
    name: await dialog.getByLabel('Name').inputValue(),
    projectId: project.id,
    connectionUrl: 'postgres://somebody@127.0.0.1/theirs',
  })
  const refused = 'This host is not allowed: it leads to a private address.'
  await see(dialog, `${refused} The operator can add 127.0.0.1:5432 to PLINTH_EGRESS_ALLOW.`)
  await expect(database).toBeFocused()

  await dialog.getByRole('switch', { name: 'Cloned' }).click()
  await create.click()
  await see(page, 'Project created successfully')
})
