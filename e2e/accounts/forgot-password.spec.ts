import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
import { product } from '../harness/product.ts'
import { see, visited } from '../harness/seen.ts'

test.use({ who: 'nobody' })

const SENT =
  'If this address has an account, a reset link is on its way. It works once, for 30 minutes.'

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password')
  await visited(page, '/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await see(page, SENT)
}

async function mailedLink({ email }: Person): Promise<string> {
  const mails = () => mailsTo(product().mails, email)
  await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(1)
  const link = /http\S+\/forgot-password#\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? ''
  expect(link).toContain(`${product().address}/forgot-password#`)
  return link
}

test('a mailed link sets a new password once', async ({ page, me }) => {
  await askForLink(page, me.email)
  const link = await mailedLink(me)
  await page.goto(link)
  await see(page, 'New password', { as: 'heading' })
  const password = page.getByLabel('New password', { exact: true })
  const repeat = page.getByLabel('Repeat new password')
  const save = page.getByRole('button', { name: 'Save password' })

  await password.fill('one of them')
  await repeat.fill('another one')
  await save.click()
  await see(page, 'The passwords do not match')

  await password.fill('short')
  await repeat.fill('short')
  await save.click()
  await see(page, 'The password needs at least 8 characters')
  await expect(page.getByText('The passwords do not match')).toBeHidden()

  await password.fill('a better password')
  await repeat.fill('a better password')
  await save.click()
  await visited(page, '/')
  await see(page, 'Password saved')

  await page.getByLabel('Email').fill(me.email)
  await page.getByLabel('Password').fill('a better password')
  await page.getByRole('button', { name: 'Login' }).click()
  await visited(page, '/home')

  await page.goto('/signup')
  await page.goto(link)
  await password.fill('once more please')
  await repeat.fill('once more please')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Send a new link')
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await see(page, 'Forgot password', { as: 'heading' })
})

test('a new password ends existing sessions', async ({ page, me, browser }) => {
  const origin = product().address
  const storageState = {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'token', value: me.token }] }],
  }
  const elsewhere = await browser.newContext({ storageState, baseURL: origin })
  const other = await elsewhere.newPage()
  await other.goto('/home')
  await expect(other.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()

  await askForLink(page, me.email)
  await page.goto(await mailedLink(me))
  await page.getByLabel('New password', { exact: true }).fill('a better password')
  await page.getByLabel('Repeat new password').fill('a better password')
  await page.keyboard.press('Enter')
  await visited(page, '/')

  await other.reload()
  await expect(other).toHaveURL('/')
  await elsewhere.close()
})

test('an unknown address gets the same response', async ({ page }) => {
  await askForLink(page, 'nobody-at-all@example.com')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await visited(page, '/')
})
