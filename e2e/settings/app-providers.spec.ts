import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { listAppProviders } from '@plinth/contract'
import { newProviderProject, appTest as test } from '../app-users/provider-app.ts'
import { expectClean } from '../harness/expect-clean.ts'

async function shoot(page: Page, path: string) {
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a developer adds, changes and removes a provider of app users', async ({ page, app }, {
  outputDir,
}) => {
  const { address } = app.product
  const { projectId, params, client, token } = await newProviderProject(
    app.product,
    'https://app.test/',
    { name: 'Shop of providers' },
  )
  const stored = async () => (await client.call(listAppProviders, { params })).data
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto(`${address}/project/${projectId}/settings?section=users`)
  const section = page.getByRole('region', { name: 'Identity providers' })
  const dialog = page.getByRole('dialog', { name: 'Add a provider to people in dev' })

  await test.step('the empty list says what to do, and a preset fills in the form', async () => {
    await expect(section.getByText('No providers yet')).toBeVisible()
    await shoot(page, `${outputDir}/empty`)
    await expectClean(page)
    await section.getByRole('button', { name: 'Add provider' }).press('Enter')
    await dialog.getByRole('button', { name: 'Apple' }).press('Enter')
    await expect(dialog.getByLabel('Team ID')).toHaveValue('')
    await expect(dialog.getByLabel('Private key')).toHaveValue('')
    await shoot(page, `${outputDir}/apple`)
    await expectClean(page)
    await dialog.getByRole('button', { name: 'GitHub' }).press('Enter')
    await expect(dialog.getByLabel('Team ID')).toHaveCount(0)
    await expect(dialog.getByLabel('User info address')).toHaveValue('https://api.github.com/user')
    await dialog.getByRole('button', { name: 'Keycloak' }).press('Enter')
    await expect(dialog.getByLabel('User info address')).toHaveCount(0)
    await expect(dialog.getByLabel('Name on the button')).toHaveValue('Keycloak')
    await expect(dialog).toContainText('/people/keycloak')
  })

  await test.step('what is wrong is shown at its field', async () => {
    await dialog.getByLabel('Client ID').press('Enter')
    await expect(dialog.getByText('Client ID is required')).toBeVisible()
    await dialog.getByLabel('Name in the calls').fill('Corp ID')
    await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9')
    await dialog.getByLabel('Client ID').fill('plinth')
    await dialog.getByLabel('Client secret').fill('a secret of a test')
    await dialog.getByLabel('Client secret').press('Enter')
    await expect(dialog.getByText('must be a short name such as google')).toBeVisible()
    await dialog.getByLabel('Name in the calls').fill('corp')
    await dialog.getByLabel('Client secret').press('Enter')
    await expect(dialog.getByText('it leads to a private address')).toBeVisible()
    await expect(dialog.getByLabel('Issuer')).toHaveAttribute('aria-invalid', 'true')
    await shoot(page, `${outputDir}/refused`)
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Discard what you entered?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  })

  await test.step('a provider that answers is added', async () => {
    await dialog.getByLabel('Issuer').fill(app.provider.issuer)
    await dialog.getByLabel('Issuer').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(section.getByRole('row', { name: /Keycloak/ })).toContainText('Creates accounts')
    await shoot(page, `${outputDir}/list`)
    await expectClean(page)
    expect(await stored()).toMatchObject([{ name: 'corp', issuer: app.provider.issuer }])
  })

  await test.step('it is changed without its secret, which another client needs', async () => {
    await section.getByRole('button', { name: 'Keycloak', exact: true }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Keycloak for people in dev' })
    await expect(edit.getByLabel('Client secret')).toHaveValue('')
    await expect(edit.getByLabel('Name in the calls')).toBeDisabled()
    await edit.getByLabel('Client ID').fill('other')
    await edit.getByLabel('Client ID').press('Enter')
    await expect(edit.getByText('Client secret is required')).toBeVisible()
    await edit.getByLabel('Client ID').fill('plinth')
    await edit.getByLabel('Name on the button').fill('Corp')
    await edit.getByRole('switch', { name: 'Creates accounts' }).press('Space')
    await expectClean(page)
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(edit).toBeHidden()
    expect(await stored()).toMatchObject([{ label: 'Corp', createsAccounts: false, revision: 2 }])
  })

  await test.step('it is removed after a question', async () => {
    await section.getByRole('button', { name: 'Corp', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Remove Corp?' })
    await expect(question).toContainText('Accounts and open sessions stay')
    await question.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(section.getByText('No providers yet')).toBeVisible()
    expect(await stored()).toEqual([])
  })
})
