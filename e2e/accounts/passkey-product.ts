import { test as base, type Page } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createProject, signIn } from '@plinth/contract'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { type Account, addStaff, openPlatform } from '../harness/platform.ts'
import { startProduct } from '../harness/stack.ts'

interface PasskeyProduct {
  address: string
  platform: Database
}

interface Place {
  person: Account
  project: { id: string; name: string }
}

/** A product of its own: browsers offer no passkeys at 127.0.0.1, where the shared one is. */
export const passkeyTest = base.extend<{ place: Place }, { product: PasskeyProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
    async ({}, use) => {
      const port = await freePort()
      const address = `http://localhost:${port}`
      const running = await startProduct('sqlite3', {
        PORT: String(port),
        PLINTH_BASE_URL: address,
      })
      const platform = openPlatform(running.databaseUrl)
      await use({ address, platform })
      await platform.close()
      await running.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ product: { address, platform } }, use) => {
    const person = await addStaff(platform)
    const guest = createClient({ baseUrl: address, token: () => null })
    const { email, password } = person
    const { token } = await guest.call(signIn, { body: { email, password } })
    const client = createClient({ baseUrl: address, token: () => token })
    const name = `Project of ${person.id}`
    const { projectId } = await client.call(createProject, { body: { cloned: false, name } })
    await use({ person, project: { id: projectId, name } })
  },
  baseURL: ({ product }, use) => use(product.address),
})

/** Gives the browser an authenticator that answers at once; `count` tells how many passkeys it holds. */
export async function plugInKey(page: Page): Promise<{ count: () => Promise<number> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async count() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}

export async function enterPassword(page: Page, { email, password }: Account) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
