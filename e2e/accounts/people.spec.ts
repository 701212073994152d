import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createMember } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, enter as signInOverApi, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
import { oneTimeCode } from '../harness/one-time-code.ts'
import { addStaff } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { visited } from '../harness/seen.ts'

const PASSWORD = 'a password of a test'

async function mailedLink(email: string): Promise<string> {
  const mails = () => mailsTo(product().mails, email)
  await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(1)
  return /http\S+\/invitation#\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? ''
}

async function enter(page: Page, email: string) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Turns two-factor authentication on; returns the key and a recovery code. */
async function turnOn(page: Page) {
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = (await page.getByTestId('secret').textContent()) ?? ''
  await expectClean(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = page.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  return { key, recovery }
}

test.describe('people', () => {
  test.use({ who: 'admin' })

  test('invites a user, who signs in with two-factor authentication, and disables and restores them', async ({
    page,
    browser,
  }) => {
    const email = `${randomUUID()}@example.com`
    await page.goto('/home')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'People' }).click()
    await page.waitForURL('**/people')
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Email is not an email address')).toBeVisible()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
    await expectClean(page)

    const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } })
    const link = await mailedLink(email)
    await theirs.goto(link)
    await expect(theirs.getByText(`You are invited as ${email}.`)).toBeVisible()
    await theirs.getByLabel('First Name').fill('New')
    await theirs.getByLabel('Last Name').fill('Person')
    await theirs.getByLabel('Password').fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await expect(theirs.getByRole('button', { name: 'Login' })).toBeVisible()
    await theirs.goto(link)
    await expect(theirs.getByText('This invitation was used already')).toBeVisible()
    await expectClean(theirs)
    await enter(theirs, email)
    await visited(theirs, '/home')
    await theirs.goto('/people')
    await expect(theirs.getByText('Only an admin can see this page.')).toBeVisible()
    await theirs.goto('/two-factor')
    const { key, recovery } = await turnOn(theirs)
    await theirs.goto('/home')
    await theirs.getByRole('button', { name: 'Sign Out' }).first().click()

    await enter(theirs, email)
    const code = theirs.getByLabel('Code')
    await expect(code).toBeFocused()
    await code.fill('123456')
    await theirs.getByRole('button', { name: 'Login' }).click()
    await expect(theirs.getByText('This code is wrong or was already used.').first()).toBeVisible()
    await expect(code).toBeFocused()
    await code.fill(recovery)
    await theirs.getByRole('button', { name: 'Login' }).click()
    await visited(theirs, '/home')
    await theirs.goto('/two-factor')
    await expect(theirs.getByText('9 recovery codes are left.')).toBeVisible()
    const off = theirs.getByRole('form', { name: 'Turn off' })
    await off.getByLabel('Current password').fill(PASSWORD)
    await off.getByLabel('Code').fill(oneTimeCode(key, 1))
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expect(theirs.getByRole('button', { name: 'Set up' })).toBeVisible()

    await page.reload()
    await page.getByRole('searchbox', { name: 'Search people' }).fill(email)
    await page.getByRole('button', { name: `Disable ${email}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('button', { name: `Restore ${email}` })).toBeVisible()
    await theirs.goto('/home')
    await expect(theirs.getByRole('button', { name: 'Login' })).toBeVisible()
    await enter(theirs, email)
    await expect(theirs.getByText('This account is disabled.').first()).toBeVisible()
    await page.getByRole('button', { name: `Restore ${email}` }).click()
    await expect(page.getByRole('button', { name: `Disable ${email}` })).toBeVisible()
    await enter(theirs, email)
    await visited(theirs, '/home')
    await theirs.close()
  })

  test('approves the account of an owner, who replaces the temporary password', async ({
    page,
    platform,
    browser,
  }) => {
    const owner = await signInOverApi(await addStaff(platform))
    const { id: projectId } = await newProject(owner)
    const email = `${randomUUID()}@example.com`
    await owner.client.call(createMember, {
      params: { projectId },
      body: { email, firstName: 'Nell', lastName: 'New', role: 'developer', password: PASSWORD },
    })
    await page.goto('/people')
    await page.getByRole('searchbox', { name: 'Search people' }).fill(email)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Unconfirmed')
    await expectClean(page)
    await row.getByRole('button', { name: `Approve ${email}` }).click()
    await expect(row).toContainText('Active')
    await expect(row.getByRole('button', { name: `Approve ${email}` })).toHaveCount(0)

    const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } })
    await enter(theirs, email)
    const own = theirs.getByLabel('New password')
    await expect(own).toBeFocused()
    await expectClean(theirs)
    await own.fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Login' }).click()
    await expect(theirs.getByText('Choose another password').first()).toBeVisible()
    await own.fill('a password of their own')
    await theirs.getByRole('button', { name: 'Login' }).click()
    await visited(theirs, '/home')
    await theirs.close()
  })

  test('sends a test mail and shows the delivery; limits creating accounts', async ({ page }) => {
    await page.goto('/people')
    const mail = page.getByRole('region', { name: 'Mail' })
    await expect(mail).toContainText('Plinth <plinth@localhost>')
    const before = mailsTo(product().mails, ADMIN.email).length
    await mail.getByRole('button', { name: 'Send a test mail' }).click()
    const texts = () => mailsTo(product().mails, ADMIN.email).map(({ text }) => text)
    await expect.poll(() => texts().length, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(texts().join()).toContain('Test mail from Plinth')
    await expect(mail).not.toContainText('none yet')
    await expect(page.getByText('Test mail sent').first()).toBeVisible()
    await expect(mail.getByRole('button', { name: 'Send a test mail' })).toBeEnabled()
    // Answered here: the policy would apply to every other test.
    await page.route('**/api/staff-policy', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ json: {} }) : route.continue(),
    )
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('switch', { name: 'Only admins can create accounts' }).click()
    expect((await sent).postDataJSON()).toEqual({ accountsByAdminsOnly: true })
    await expectClean(page)
  })
})
