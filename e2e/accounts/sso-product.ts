import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import {
  startProvider,
  type TestProvider,
} from '../../apps/server/src/accounts/sso/testing/provider.ts'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { startProduct } from '../harness/stack.ts'

interface SsoProduct {
  address: string
  databaseUrl: string
  provider: TestProvider
}

/** A product of its own: the shared one has no provider, as the specification's sign-in page has none. */
export const ssoTest = base.extend<object, { sso: SsoProduct }>({
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
        // Without effect until an admin is a break-glass account.
        PLINTH_OIDC_ONLY: 'true',
      })
      await use({ address, databaseUrl: product.databaseUrl, provider })
      await product.stop()
      await provider.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ sso }, use) => use(sso.address),
})

export async function newProviderPerson(
  provider: TestProvider,
  claims: Record<string, unknown> = {},
) {
  const login = randomUUID()
  const email = `${login}@corp.test`
  const names = { given_name: 'Ada', family_name: 'Lovelace' }
  await provider.setAccount(login, { email, email_verified: true, ...names, ...claims })
  return login
}

export async function goToProvider(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
}

export async function signInAs(page: Page, login: string) {
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
