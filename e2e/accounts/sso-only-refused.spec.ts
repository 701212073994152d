import { expect } from '@playwright/test'
import { ADMIN } from '../../faults/stack/stack.ts'
import { appTest as test } from '../app-users/provider-app.ts'
import { expectClean } from '../harness/expect-clean.ts'

test('a refused switch is shown at once, although the form scrolls', async ({ page, app }, {
  outputDir,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(app.product.address)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
  await page.goto(`${app.product.address}/people`)
  await page
    .getByRole('region', { name: 'Single sign-on' })
    .getByRole('button', { name: 'Set up' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Identity provider' })
  const only = dialog.getByRole('switch', { name: 'Single sign-on only' })
  await only.press('Space')
  // No hint is cut off.
  for (const row of await dialog.locator('[role=switch]').locator('..').all()) {
    expect(await row.evaluate((part) => part.scrollHeight > part.clientHeight)).toBe(false)
  }
  await dialog.getByLabel('Name on the button').fill('Corp')
  await dialog.getByLabel('Issuer').fill(app.provider.issuer)
  await dialog.getByLabel('Client ID').fill('plinth')
  await dialog.getByLabel('Client secret').fill('a secret of a test')
  await dialog.getByLabel('Issuer').press('Enter')
  await expect(only).toBeFocused()
  await expect(dialog.getByText('needs an admin who can sign in')).toBeInViewport()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/refused-switch.png` })
})
