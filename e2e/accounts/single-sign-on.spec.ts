import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createProject } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { test as shared } from '../harness/fixtures.ts'
import { addStaff, openPlatform } from '../harness/platform.ts'
import { goToProvider, newProviderPerson, signInAs, ssoTest as test } from './sso-product.ts'

test('signs a new person in beside the usual form', async ({ page, sso }, { outputDir }) => {
  const login = await newProviderPerson(sso.provider)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/sign-in.png` })
  // The reason of a wrong password does not cover the button.
  await page.getByLabel('Email').fill('nobody@corp.test')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  const reason = page.getByRole('main').getByText('The email or password is wrong.')
  await expect(reason).toBeVisible()
  const [text, button] = [
    await reason.boundingBox(),
    await page.getByRole('button', { name: 'Sign in with Example ID' }).boundingBox(),
  ]
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  await page.screenshot({ path: `${outputDir}/wrong-password.png` })
  await goToProvider(page)
  await signInAs(page, login)
  await page.waitForURL('**/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByText(`${login}@corp.test`)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sso'))).toBeNull()
})

test('connects an account by its password, after a reload too', async ({ page, sso }, {
  outputDir,
}) => {
  const db = openPlatform(sso.databaseUrl)
  const owner = await addStaff(db)
  await db.close()
  const login = await newProviderPerson(sso.provider, { email: owner.email })
  await goToProvider(page)
  await signInAs(page, login)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByText(`There is an account for ${owner.email}.`)).toBeVisible()
  await expect(page).toHaveURL('/sso/callback')
  await expectClean(page)
  await page.reload()
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not the password of the account.')).toBeVisible()
  await page.screenshot({ path: `${outputDir}/connect.png` })
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/home')
})

test('says why a person is refused', async ({ page, sso }, { outputDir }) => {
  const login = await newProviderPerson(sso.provider, { email_verified: false })
  await goToProvider(page)
  await signInAs(page, login)
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByText('Example ID does not confirm your email address')).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/refused.png` })
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('the button works after Back', async ({ page, sso }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign in with Example ID' })
  // An answer without content leaves the page where it is.
  await page.route(`${sso.provider.issuer}/**`, (route) => route.fulfill({ status: 204 }))
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  // What the browser sends when it shows a page as it was left.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
})

test('leads back to the page that needed the sign-in', async ({ page, sso }) => {
  const login = await newProviderPerson(sso.provider)
  await page.goto('/device?code=BCDF-GHJK')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await signInAs(page, login)
  await page.waitForURL('**/device?code=BCDF-GHJK')
})

test('connects an account from the profile, with any address', async ({ page, sso }, {
  outputDir,
}) => {
  const db = openPlatform(sso.databaseUrl)
  const owner = await addStaff(db)
  await db.close()
  const login = await newProviderPerson(sso.provider, { email_verified: false })
  await page.goto('/')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const client = createClient({ baseUrl: sso.address, token: () => token })
  const { projectId } = await client.call(createProject, {
    body: { cloned: false, name: 'To connect' },
  })
  const address = `/project/${projectId}/settings?section=profile`
  await page.goto(address)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await section.getByRole('button', { name: 'Connect with Example ID' }).focus()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/offer.png` })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await signInAs(page, login)
  await page.waitForURL(`**${address}`)
  await expect(page.getByText('Account connected')).toBeVisible()
  await expect(section).toContainText('Connected with Example ID')
  await page.screenshot({ path: `${outputDir}/connected.png` })
})

test.describe('set by the settings', () => {
  test('is shown under People and cannot be changed there', async ({ page, sso }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/home')
    await page.goto('/people')
    const section = page.getByRole('region', { name: 'Single sign-on' })
    await expect(section).toContainText('It is set by PLINTH_OIDC_ISSUER')
    await expect(section).toContainText(sso.provider.issuer)
    await expect(section.getByRole('button')).toHaveCount(0)
  })
})

shared.describe('set by an admin', () => {
  shared.use({ who: 'admin' })

  shared('is refused with its reason beside the field', async ({ page }, { outputDir }) => {
    await page.goto('/people')
    const section = page.getByRole('region', { name: 'Single sign-on' })
    await section.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Identity provider' })
    await expect(dialog).toContainText('/sso/callback')
    await dialog.getByRole('button', { name: 'Keycloak' }).click()
    await expect(dialog.getByLabel('Issuer')).toHaveValue('https://<host>/realms/<realm>')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Client ID is required')).toBeVisible()
    await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9')
    await dialog.getByLabel('Client ID').fill('plinth')
    await dialog.getByLabel('Client secret').fill('secret')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('it leads to a private address')).toBeVisible()
    await page.screenshot({ path: `${outputDir}/set-up.png` })
    await expectClean(page)
    await page.screenshot({ path: `${outputDir}/set-up-dark.png` })
    // What is refused is named, and seen although the form scrolls.
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(dialog.getByLabel('Issuer')).toBeFocused()
    await dialog.getByLabel('Domains').fill('corp.test, not a domain')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('not a domain is not a domain')).toBeVisible()
    await expect(dialog.getByLabel('Domains')).toBeFocused()
  })

  shared('shows the fields that a preset needs', async ({ page }, { outputDir }) => {
    await page.goto('/people')
    const section = page.getByRole('region', { name: 'Single sign-on' })
    await section.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Identity provider' })
    await dialog.getByLabel('Client ID').fill('plinth')
    await dialog.getByRole('button', { name: 'GitHub' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('User info address')).toHaveValue('https://api.github.com/user')
    await expect(dialog.getByLabel('Scopes')).toHaveValue('read:user user:email')
    await expect(dialog.getByLabel('Client ID')).toHaveValue('plinth')
    await dialog.getByLabel('Token address').fill('http://127.0.0.1:9/token')
    await dialog.getByLabel('Client secret').fill('secret')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('it leads to a private address')).toBeVisible()
    await expectClean(page)
    await page.screenshot({ path: `${outputDir}/github.png` })
    await dialog.getByRole('button', { name: 'Apple' }).click()
    await expect(dialog.getByLabel('User info address')).toHaveCount(0)
    await dialog.getByLabel('Team ID').fill('TEAM123456')
    await dialog.getByLabel('Key ID').fill('KEY1234567')
    await dialog.getByLabel('Private key').fill('not a key')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('is not a private key of the curve P-256')).toBeVisible()
    await expectClean(page)
    await page.screenshot({ path: `${outputDir}/apple.png` })
  })
})
