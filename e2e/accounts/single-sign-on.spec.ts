import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createProject } from '@plinth/contract'
import {
  startProvider,
  type TestProvider,
} from '../../apps/server/src/accounts/sso/testing/provider.ts'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { test as shared } from '../harness/fixtures.ts'
import { addStaff, openPlatform } from '../harness/platform.ts'
import { startProduct } from '../harness/stack.ts'

interface SsoProduct {
  address: string
  databaseUrl: string
  provider: TestProvider
}

/** A product of its own: the shared one has no provider, as the specification's sign-in page has none. */
const test = base.extend<object, { sso: SsoProduct }>({
  sso: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
    async ({}, use) => {
      const [port, providerPort] = [await freePort(), await freePort()]
      const address = `http://127.0.0.1:${port}`
      const client = { client_id: 'plinth', client_secret: 'a secret of a test' }
      const redirect_uris = [`${address}/sso/callback`]
      const provider = await startProvider({
        port: providerPort,
        client: { ...client, redirect_uris },
      })
      const product = await startProduct('sqlite3', {
        PORT: String(port),
        PLINTH_BASE_URL: address,
        PLINTH_OIDC_ISSUER: provider.issuer,
        PLINTH_OIDC_CLIENT_ID: client.client_id,
        PLINTH_OIDC_CLIENT_SECRET: client.client_secret,
        PLINTH_OIDC_NAME: 'Example ID',
        PLINTH_OIDC_DOMAINS: 'corp.test',
      })
      await use({ address, databaseUrl: product.databaseUrl, provider })
      await product.stop()
      await provider.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ sso }, use) => use(sso.address),
})

async function newPerson(provider: TestProvider, claims: Record<string, unknown> = {}) {
  const login = randomUUID()
  const email = `${login}@corp.test`
  const names = { given_name: 'Ada', family_name: 'Lovelace' }
  await provider.setAccount(login, { email, email_verified: true, ...names, ...claims })
  return login
}

async function goToProvider(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
}

async function signInAs(page: Page, login: string) {
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('signs a new person in beside the usual form', async ({ page, sso }, { outputDir }) => {
  const login = await newPerson(sso.provider)
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
  const login = await newPerson(sso.provider, { email: owner.email })
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
  const login = await newPerson(sso.provider, { email_verified: false })
  await goToProvider(page)
  await signInAs(page, login)
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByText('Example ID does not confirm your email address')).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: `${outputDir}/refused.png` })
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('leads back to the page that needed the sign-in', async ({ page, sso }) => {
  const login = await newPerson(sso.provider)
  await page.goto('/device?code=BCDF-GHJK')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await signInAs(page, login)
  await page.waitForURL('**/device?code=BCDF-GHJK')
})

test('confirms with the provider, comes back, and disconnects the account', async ({ page, sso }, {
  outputDir,
}) => {
  const login = await newPerson(sso.provider)
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
  const [login, other] = [await newPerson(sso.provider), await newPerson(sso.provider)]
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
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await page.waitForURL('**/home')
  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Confirm with Example ID' }).click()
  await signInAs(page, login)
  await page.waitForURL('**/two-factor')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Scan this QR code')).toBeVisible()
  await page.screenshot({ path: `${outputDir}/set-up-second-factor.png` })
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

  test('an admin disconnects a person under People', async ({ page, sso }, { outputDir }) => {
    const login = await newPerson(sso.provider)
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
  })
})
