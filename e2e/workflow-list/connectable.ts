import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createCredential, createProject, signIn } from '@plinth/contract'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import {
  type OauthService,
  startOauthService,
} from '../../apps/server/src/workflows/credentials/oauth/testing/oauth-service.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { startProduct } from '../harness/stack.ts'

export interface Connectable {
  address: string
  databaseUrl: string
  service: OauthService
}

/** A product of its own, which may call the service of the test. */
export const test = base.extend<object, { place: Connectable }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
    async ({}, use) => {
      const [port, servicePort] = [await freePort(), await freePort()]
      const address = `http://127.0.0.1:${port}`
      const service = await startOauthService({ port: servicePort, origins: [address] })
      const product = await startProduct('sqlite3', {
        PORT: String(port),
        PLINTH_BASE_URL: address,
        PLINTH_EGRESS_ALLOW: `127.0.0.1:${servicePort}`,
      })
      await use({ address, databaseUrl: product.databaseUrl, service })
      await product.stop()
      await service.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ place }, use) => use(place.address),
})

export async function prepare({ address, service }: Connectable, more: object = {}) {
  const guest = createClient({ baseUrl: address, token: () => null })
  const { token } = await guest.call(signIn, { body: ADMIN })
  const client = createClient({ baseUrl: address, token: () => token })
  const { projectId } = await client.call(createProject, {
    body: { cloned: false, name: `Project ${Math.random()}` },
  })
  const data = {
    hosts: [],
    tokenUrl: `${service.issuer}/token`,
    authorizationUrl: `${service.issuer}/auth`,
    clientId: 'plinth',
    clientSecret: 'a secret of a test',
    scope: 'openid email offline_access',
    ...more,
  }
  await client.call(createCredential, {
    params: { projectId },
    body: { name: 'Contacts', type: 'oauth2', data: data as never },
  })
  return projectId
}

export async function enter(page: Page, projectId: string) {
  await page.goto('/')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/home')
  await page.goto(`/project/${projectId}/workflow`)
  await page.getByRole('tab', { name: 'Credentials' }).click()
}

export async function allow(tab: Page, login: string) {
  await expect(tab.getByRole('heading', { name: 'Service' })).toBeVisible()
  await tab.getByLabel('Name').fill(login)
  await tab.getByRole('button', { name: 'Allow' }).click()
}
