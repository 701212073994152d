import type { Page } from '@playwright/test'
import type { Shoot } from './shoot.ts'

interface Filled {
  name: string
  texts: Readonly<Record<string, string>>
}

const SECRET = 'a secret that nobody has'

/** The dialog for staff, as an admin fills it in for a provider, in a window that shows all of it. */
const STAFF: readonly (Filled & { height: number })[] = [
  {
    name: 'Google',
    height: 960,
    texts: {
      'Client ID': '482915730164-k3f8v2q9x7.apps.googleusercontent.com',
      Domains: 'northwind.example',
    },
  },
  { name: 'GitHub', height: 1320, texts: { 'Client ID': 'Ov23liNorthwind00001' } },
  {
    name: 'Microsoft',
    height: 960,
    texts: {
      Issuer: 'https://login.microsoftonline.com/8f2c1a7e-0b64-4c1d-9a3e-5d7f60b2c491/v2.0',
      'Client ID': '3d5b9f10-7c2e-4a86-b1f4-92e6c0d7a358',
      Domains: 'northwind.example',
    },
  },
]

async function fillProvider(page: Page, { name, texts }: Filled) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name, exact: true }).click()
  for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label).fill(text)
  await dialog.getByLabel('Client secret').fill(SECRET)
  await dialog.getByLabel('Client secret').blur()
  await dialog.getByText('Fill in for').scrollIntoViewIfNeeded()
}

/** The dialog under People, empty and filled in. */
export async function shootStaffProviders(page: Page, shoot: Shoot): Promise<void> {
  const size = page.viewportSize()
  for (const provider of STAFF) {
    await page.goto('/people')
    const section = page.getByRole('region', { name: 'Single sign-on' })
    await section.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('dialog').getByText('/sso/callback').waitFor()
    if (provider === STAFF[0]) await shoot(page, 'single-sign-on')
    await page.setViewportSize({ width: 1280, height: provider.height })
    await fillProvider(page, provider)
    await shoot(page, `sso-${provider.name.toLowerCase()}`)
    if (size) await page.setViewportSize(size)
  }
}

/** The provider and the mails of app users. */
export async function shootAppUsers(page: Page, projectId: string, shoot: Shoot): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.goto(`/project/${projectId}/settings?section=users`)
  await page.getByRole('button', { name: 'people', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign-in of people in dev' })
  await dialog.getByRole('switch', { name: 'Sign in with a code or link' }).click()
  await dialog.getByLabel('Redirects').fill('https://shop.northwind.example/welcome')
  await dialog.getByRole('tab', { name: 'Verification' }).click()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Welcome to {app}')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('Hello {email},\n\nconfirm your address, and your order is on its way:\n{link}')
  await text.blur()
  await shoot(page, 'app-mails')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1280, height: 1180 })
  await page.getByRole('button', { name: 'Add provider' }).click()
  await fillProvider(page, {
    name: 'Google',
    texts: { 'Client ID': '482915730164-s8t4w1m6b2.apps.googleusercontent.com' },
  })
  await shoot(page, 'app-provider')
  if (size) await page.setViewportSize(size)
}

/** The users of an app, and the account of one. */
export async function shootUsers(page: Page, projectId: string, shoot: Shoot): Promise<void> {
  await page.goto(`/project/${projectId}/settings?section=users`)
  await page.getByRole('link', { name: 'Show users of people in dev' }).click()
  const list = page.getByRole('table', { name: 'Users of the app' })
  await list.getByRole('button', { name: 'lucia@bianchi.example' }).click()
  await page.getByRole('dialog').getByText('Open sessions (1)').waitFor()
  await shoot(page, 'users')
}
