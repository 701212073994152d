import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createProject } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { addStaff, openPlatform, setBreakGlass } from '../harness/platform.ts'
import { goToProvider, newProviderPerson, signInAs, ssoTest as test } from './sso-product.ts'

test('confirms with the provider, comes back, and disconnects the account', async ({ page, sso }, {
  outputDir,
}) => {
  const login = await newProviderPerson(sso.provider)
  await goToProvider(page)
  await signInAs(page, login)
  await page.waitForURL('**/home')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const client = createClient({ baseUrl: sso.address, token: () => token })
  const { projectId } = await client.call(createProject, {
    body: { cloned: false, name: 'Connected' },
  })
  const address = `/project/${projectId}/settings?section=profile`
  await page.goto(address)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section).toContainText('Connected with Example ID')
  await section.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Disconnect your account from Example ID?')
  await question.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('button', { name: 'Confirm with Example ID' })).toBeVisible()
  await page.screenshot({ path: `${outputDir}/confirm.png` })
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Confirm with Example ID' }).click()
  // The session of the provider is open, but it asks again.
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await signInAs(page, login)
  await page.waitForURL(`**${address}`)
  await expect(page.getByText('Confirmed. Repeat what you were doing.')).toBeVisible()
  await page.screenshot({ path: `${outputDir}/profile.png` })
  await section.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
})

test('says that another person does not confirm, and the session goes on', async ({ page, sso }, {
  outputDir,
}) => {
  const [login, other] = [
    await newProviderPerson(sso.provider),
    await newProviderPerson(sso.provider),
  ]
  await goToProvider(page)
  await signInAs(page, login)
  await page.waitForURL('**/home')
  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Confirm with Example ID' }).click()
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await signInAs(page, other)
  await expect(page.getByRole('heading', { name: 'You are not confirmed' })).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/not-confirmed.png` })
  expect(await page.title()).toContain('You are not confirmed')
  await page.getByRole('link', { name: 'Back to your page' }).click()
  await page.waitForURL('**/two-factor')
  await page.getByRole('button', { name: 'Confirm with Example ID' }).click()
  await signInAs(page, login)
  await page.waitForURL('**/two-factor')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Scan this QR code')).toBeVisible()
  await page.screenshot({ path: `${outputDir}/set-up-second-factor.png` })
})

test('folds the form behind "Use a password" where people sign in with the provider only', async ({
  page,
  sso,
}, { outputDir }) => {
  const db = openPlatform(sso.databaseUrl)
  const member = await addStaff(db)
  await setBreakGlass(db, { email: ADMIN.email, isBreakGlass: true })
  try {
    await page.goto('/')
    const unfold = page.getByRole('button', { name: 'Use a password' })
    // Nothing is shown before it is known what is folded, so the form never had the focus.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('input')) sessionStorage.setItem('form was shown', 'yes')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(unfold).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('form was shown'))).toBeNull()
    await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.screenshot({ path: `${outputDir}/folded.png` })
    await expectClean(page)
    await unfold.click()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password').fill(member.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('main').getByText('Sign in with Example ID. Your')).toBeVisible()
    await page.screenshot({ path: `${outputDir}/unfolded.png` })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByText('so no link is mailed')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expectClean(page)
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByRole('button', { name: 'Use a password' }).click()
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/home')
    await page.goto('/people')
    const invite = page.getByRole('button', { name: 'Invite' })
    await expect(invite).toHaveAttribute('aria-disabled', 'true')
    await invite.focus()
    await expect(page.getByRole('tooltip')).toContainText('People sign in with Example ID.')
    const badge = page.getByText('break-glass', { exact: true })
    const { height = 0 } = (await badge.boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(20)
    await page.screenshot({ path: `${outputDir}/invite.png` })
  } finally {
    await setBreakGlass(db, { email: ADMIN.email, isBreakGlass: false })
    await db.close()
  }
})

test('an admin disconnects a person under People', async ({ page, sso }, { outputDir }) => {
  const login = await newProviderPerson(sso.provider)
  await goToProvider(page)
  await signInAs(page, login)
  await page.waitForURL('**/home')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
  await page.goto(`/people?search=${login}`)
  await page.getByRole('button', { name: `Disconnect ${login}@corp.test` }).click()
  await page.screenshot({ path: `${outputDir}/disconnect.png` })
  await expectClean(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Account disconnected')).toBeVisible()
  await expect(page.getByRole('button', { name: `Disconnect ${login}@corp.test` })).toHaveCount(0)
  await page.screenshot({ path: `${outputDir}/people.png` })
})
