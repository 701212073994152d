import { expect } from '@playwright/test'
import { callbackPath } from '../../apps/server/src/workflows/credentials/oauth/callback-path.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { allow, enter, prepare, test } from './connectable.ts'

test.setTimeout(240_000)

test('a credential is connected in a new tab, and typed text stays', async ({
  page,
  context,
  place,
}, { outputDir }) => {
  await enter(page, await prepare(place, { hosts: ['api.service.test'] }))
  const row = page.getByRole('row').filter({ hasText: 'Contacts' })
  await expect(row).toContainText('Not connected')
  await row.getByRole('button', { name: 'Contacts', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const section = dialog.getByRole('region', { name: 'Connection', exact: true })
  const path = callbackPath({ tokenUrl: `${place.service.issuer}/token`, clientId: 'plinth' })
  await expect(section).toContainText(`${place.address}${path}`)
  const { host } = new URL(place.service.issuer)
  const receivers = `Tokens come from ${host} and may be sent to: ${host}, api.service.test.`
  await expect(section).toContainText(receivers)
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/not-connected-dark.png` })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: `${outputDir}/not-connected.png` })

  const opened = context.waitForEvent('page')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Service' })).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Contacts of Ada')
  await allow(tab, 'ada')
  await expect(tab.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await expect(tab).toHaveURL(path)
  expect(await tab.evaluate(() => sessionStorage.getItem('connecting'))).toBeNull()
  await expectClean(tab)
  await tab.screenshot({ path: `${outputDir}/connected-tab.png` })
  await tab.close()

  await expect(section).toContainText('Connected as ada@service.test')
  await expect(section).toContainText('Scopes: openid email')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Contacts of Ada')
  await expect(section.getByRole('button', { name: 'Connect again' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/connected-dark.png` })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: `${outputDir}/connected.png` })
  await dialog.getByRole('button', { name: 'Update Credential' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Contacts of Ada' })).toContainText(
    'Connected',
  )
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/list.png` })
})

test('says why a service refused, and where the answer of another tab goes', async ({
  page,
  context,
  place,
}, { outputDir }) => {
  await enter(page, await prepare(place))
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const section = page.getByRole('dialog').getByRole('region', { name: 'Connection', exact: true })
  const opened = context.waitForEvent('page')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  const tab = await opened
  await allow(tab, 'deny')
  await expect(tab.getByRole('heading', { name: 'Not connected' })).toBeVisible()
  await expect(tab.getByText('refused (access_denied)')).toBeVisible()
  await expectClean(tab)
  await tab.screenshot({ path: `${outputDir}/refused.png` })
  await tab.goto('/oauth/callback/another?code=stolen&state=stolen')
  await expect(tab.getByText('was not started in this tab')).toBeVisible()
  await tab.close()
})

test('a client that signs in by itself says what to correct', async ({ page, place }, {
  outputDir,
}) => {
  const alone = { authorizationUrl: '', scope: '', clientSecret: 'wrong' }
  await enter(page, await prepare(place, alone))
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const section = dialog.getByRole('region', { name: 'Connection', exact: true })
  await section.getByRole('button', { name: 'Sign in now' }).click()
  await expect(section.getByText('refused (invalid_client)')).toHaveCount(1)
  await expect(section).toContainText('Reconnect')
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/reconnect.png` })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Contacts' })).toContainText('Reconnect')
})

test('a service of the catalogue fills in the form by keyboard', async ({ page, place }, {
  outputDir,
}) => {
  await enter(page, await prepare(place))
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Service' }).press('Enter')
  await page.getByRole('combobox', { name: 'Search services' }).fill('git')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Token URL')).toHaveValue(
    'https://github.com/login/oauth/access_token',
  )
  await expect(dialog.getByLabel('Client ID')).toHaveValue('plinth')
  const profile = dialog.getByRole('checkbox', { name: 'See the profile of the account' })
  await expect(profile).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Write gists' }).press('Space')
  await dialog.getByLabel('Other scopes').fill('delete_repo')
  await expect(dialog.getByText('"scope": "read:user gist delete_repo"')).toBeVisible()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await expectClean(page)
    await profile.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${outputDir}/service-${width}-dark.png` })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.screenshot({ path: `${outputDir}/service-${width}.png` })
  }
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText('Write the secret again to test it')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Credential' }).click()
  await expect(dialog).toBeHidden()
})

test('a connection is tested with an address of another service', async ({ page, place }) => {
  const alone = { authorizationUrl: '', scope: '' }
  await enter(page, await prepare(place, alone))
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Test URL').fill(`${place.service.issuer}/api/me`)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText('The address answered 200.')).toBeVisible()
  await dialog.getByLabel('Test URL').fill('https://example.com/me')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText('may not be sent to example.com')).toBeVisible()
  await expectClean(page)
})
