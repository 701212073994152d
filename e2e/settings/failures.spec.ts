import { expect, test } from '../harness/fixtures.ts'
import { openSettings } from './settings-people.ts'

test('logs failures and shows them in the panel, without a toast', async ({ page, project }) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  const json = { error: { code: 'bad_request', message: 'No.', requestId: 'none' } }
  await page.route('**/member', (route) => route.fulfill({ status: 400, json }))
  await openSettings(page, project.id)
  await expect(page.getByText('Could not load.')).toBeVisible()
  expect(logged.some((line) => line.startsWith('Loading members failed'))).toBe(true)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('columnheader', { name: 'email' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Member' }).click()
  await page.getByRole('switch', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('a@example.com')
  await dialog.getByLabel('First name').fill('A')
  await dialog.getByLabel('Last name').fill('B')
  await dialog.getByLabel('Password').fill('long enough')
  await page.route('**/member', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(
    dialog.getByText('The server could not be reached. Nothing was saved. Try again.'),
  ).toBeVisible()
  expect(logged.some((line) => line.startsWith('Creating a member failed'))).toBe(true)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

for (const { section, list, heading } of [
  { section: 'domains', list: 'domain', heading: 'No domains yet' },
  { section: 'constants', list: 'constant', heading: 'No constants yet' },
]) {
  test(`retries a list of ${section} that failed to load`, async ({ page, project }) => {
    await page.route(`**/${list}`, (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 'bad_request', message: 'No.', requestId: 'none' } },
      }),
    )
    await openSettings(page, project.id, section)
    await expect(page.getByText('Could not load.')).toBeVisible()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  })
}
