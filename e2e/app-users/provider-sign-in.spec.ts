import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { ENGINES } from '../harness/stack.ts'
import { type AppWithProvider, appTest as test } from './provider-app.ts'

async function newPerson({ provider }: AppWithProvider) {
  const login = randomUUID()
  await provider.setAccount(login, { email: `${login}@example.com`, email_verified: true })
  return login
}

async function signInAtCorp(page: Page, login: string) {
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const database of ENGINES) {
  test.describe(`on ${database}`, () => {
    test.use({ database })

    test('an app user signs in with a provider in a popup', async ({ page, app }) => {
      const login = await newPerson(app)
      await page.goto(app.page)
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Popup' }).click()
      const popup = await opened
      await signInAtCorp(popup, login)
      await expect(page.getByRole('status')).toHaveText(`Signed in as ${login}@example.com`)
      await expect.poll(() => popup.isClosed()).toBe(true)
    })

    test('a popup that is closed or cancelled says so', async ({ page, app }) => {
      await page.goto(app.page)
      const first = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Popup' }).click()
      await (await first).close()
      await expect(page.getByRole('status')).toHaveText('The window of the sign-in was closed.')
      const second = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Popup' }).click()
      await signInAtCorp(await second, 'deny')
      await expect(page.getByRole('status')).toContainText(
        'Corp did not sign you in (access_denied)',
      )
    })

    test('an app user signs in with a provider by redirect', async ({ page, app, browser }, {
      outputDir,
    }) => {
      const login = await newPerson(app)
      await page.goto(app.page)
      await page.getByRole('button', { name: 'Redirect' }).click()
      await signInAtCorp(page, login)
      await page.waitForURL('**/#provider-sign-in=*')
      await expect(page.getByRole('status')).toHaveText(`Signed in as ${login}@example.com`)
      await page.reload()
      await expect(page.getByRole('status')).toContainText('was not started in this tab')

      await test.step('another browser cannot use the address with the ticket', async () => {
        const other = await browser.newPage()
        await other.goto(app.page)
        await other.goto(page.url())
        await other.reload()
        await expect(other.getByRole('status')).toContainText('was not started in this tab')
        await other.close()
      })

      await test.step('who cancels is led back to the app', async () => {
        await page.context().clearCookies()
        await page.goto(app.page)
        await page.getByRole('button', { name: 'Redirect' }).click()
        await signInAtCorp(page, 'deny')
        await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
        await expect(page.getByText('Corp did not sign you in (access_denied)')).toBeVisible()
        await expectClean(page)
        await page.screenshot({ path: `${outputDir}/refused.png` })
        await page.getByRole('link', { name: 'Back to the app' }).click()
        await expect(page.getByRole('button', { name: 'Popup' })).toBeVisible()
      })
    })
  })
}
