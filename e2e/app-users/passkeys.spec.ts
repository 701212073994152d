import { type Browser, expect, type Page } from '@playwright/test'
import { listAppSignIn, saveAppSignIn } from '@plinth/contract'
import { plugInKey } from '../accounts/passkey-product.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { ENGINES, type Engine } from '../harness/stack.ts'
import { type AppWithProvider, newProviderProject, appTest as test } from './provider-app.ts'

async function shoot(page: Page, path: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${path}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

interface Walk {
  page: Page
  app: AppWithProvider
  browser: Browser
  database: Engine
  outputDir: string
}

async function walkPasskeys({ page, app, browser, database, outputDir }: Walk): Promise<void> {
  const { origin } = new URL(app.page)
  const { address } = app.product
  const { projectId, params, client, token } = await newProviderProject(app.product, `${origin}/`, {
    name: `Shop of passkeys on ${database}`,
    database,
  })
  const email = 'ada@example.com'
  await page.addInitScript((value) => localStorage.setItem('token', value), token)

  await test.step('the host must be that of a redirect', async () => {
    await page.goto(`${address}/project/${projectId}/settings?section=users`)
    await page.getByRole('table', { name: 'App users' }).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Sign-in of people in dev' })
    const host = dialog.getByLabel('Host of passkeys')
    await host.fill('example.com')
    await host.press('Enter')
    await expect(dialog.getByText('No redirect is a page of example.com')).toBeVisible()
    await host.scrollIntoViewIfNeeded()
    await expectClean(page)
    await shoot(page, `${outputDir}/settings`)
    await host.fill('localhost')
    await host.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table', { name: 'App users' })).toContainText('Password, passkey')
    await expectClean(page)
  })

  const context = await browser.newContext()
  const user = await context.newPage()
  await user.addInitScript(() => {
    const refuse = async () => {
      throw new DOMException('The operation was cancelled.', 'NotAllowedError')
    }
    if (sessionStorage.getItem('cancels')) navigator.credentials.get = refuse
    if (sessionStorage.getItem('unsupported')) Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  const status = user.getByRole('status')
  const use = user.getByRole('button', { name: 'Use passkey' })
  const named = new URLSearchParams({ plinth: address, project: projectId, email })

  await test.step('a user adds a passkey and signs in without typing an address', async () => {
    const key = await plugInKey(user)
    await user.goto(`${origin}/?${named}`)
    await user.getByRole('button', { name: 'Sign up' }).click()
    await expect(status).toHaveText(`Signed in as ${email}`)
    await user.getByRole('button', { name: 'Add passkey' }).click()
    await expect(status).toHaveText('Added Phone')
    expect(await key.count()).toBe(1)
    await user.getByRole('button', { name: 'Add passkey' }).click()
    await expect(status).toHaveText('This device already has a passkey of the account.')
    await use.click()
    await expect(status).toHaveText(`Signed in as ${email}`)
  })

  await test.step('a cancelled prompt and a browser without passkeys say so', async () => {
    await user.evaluate(() => sessionStorage.setItem('cancels', 'yes'))
    await user.reload()
    await use.click()
    await expect(status).toHaveText('No passkey was used: it was cancelled or took too long.')
    await user.evaluate(() => sessionStorage.setItem('unsupported', 'yes'))
    await user.reload()
    await use.click()
    await expect(status).toContainText('This browser does not support passkeys.')
    await user.evaluate(() => sessionStorage.clear())
    await user.reload()
  })

  await test.step('staff see the passkey, and remove it beside another way', async () => {
    await page.getByRole('link', { name: 'Show users of people in dev' }).click()
    await page.getByRole('button', { name: email }).click()
    const dialog = page.getByRole('dialog', { name: email })
    await expect(dialog).toContainText('Passkeys (1)')
    await expect(dialog).toContainText('Password, Passkey')
    const remove = dialog.getByRole('button', { name: 'Remove the passkey Phone' })
    await remove.scrollIntoViewIfNeeded()
    await expectClean(page)
    await shoot(page, `${outputDir}/user`)
    const confirm = async () => {
      await remove.click()
      const question = page.getByRole('alertdialog', { name: 'Remove the passkey Phone?' })
      await expectClean(page)
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(question).toBeHidden()
    }
    await confirm()
    await expect(page.getByText('This passkey must stay')).toBeVisible()
    const { data } = await client.call(listAppSignIn, { params })
    const found = data.find(({ environment }) => environment === 'dev')
    if (!found) throw new Error('The project has no Auth table')
    const { environment: _e, table: _t, revision: _r, ...settings } = found
    await client.call(saveAppSignIn, { params, body: { ...settings, byCode: true } })
    await confirm()
    await expect(dialog).toContainText('No passkey.')
    await expect(dialog).toContainText('No open session.')
    await use.click()
    await expect(status).toContainText('This passkey was not accepted.')
  })
  await context.close()
}

for (const database of ENGINES) {
  test(`a developer turns passkeys on, a user signs in with one, and staff remove it on ${database}`, async ({
    page,
    app,
    browser,
  }, { outputDir }) => walkPasskeys({ page, app, browser, database, outputDir }))
}
