import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { createClient } from '@plinth/client'
import {
  Configuration,
  createProject,
  listAppProviders,
  listAppSignIn,
  saveAppProvider,
  saveAppSignIn,
  saveConfiguration,
  signIn,
  syncDatabase,
} from '@plinth/contract'
import { rolldown } from 'rolldown'
import {
  startProvider,
  type TestProvider,
} from '../../apps/server/src/accounts/sso/testing/provider.ts'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { addStaff, openPlatform } from '../harness/platform.ts'
import { ENGINES, type Engine, startProduct } from '../harness/stack.ts'

const TABLES = Configuration.parse({
  tables: [
    {
      id: 'people',
      name: 'people',
      type: 'Auth',
      columns: [
        { id: 'c1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
        { id: 'c2', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
        { id: 'c3', name: 'verified', type: 'checkbox' },
      ],
      rules: { create: 'true', view: 'id = @request.auth.id' },
    },
  ],
})
const SECRET = 'a secret of a test'

/** A page of another origin, with the client of apps. */
async function startApp() {
  const input = join(import.meta.dirname, 'app-page.ts')
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const server = createServer(({ url }, response) => {
    const isScript = url === '/app.js'
    response
      .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      .end(
        isScript
          ? output[0].code
          : '<!doctype html><html lang="en"><title>The app</title><main><button>Popup</button><button>Redirect</button><button>Sign up</button><button>Add passkey</button><button>Use passkey</button><p role="status"></p></main><script type="module" src="/app.js"></script></html>',
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}

interface RunningPlace {
  address: string
  databaseUrl: string
}

/** A project of a new developer, whose people sign in with the provider. */
export async function newProviderProject(
  product: RunningPlace,
  page: string,
  { name = 'Shop', database = 'sqlite3' }: { name?: string; database?: Engine } = {},
) {
  const db = openPlatform(product.databaseUrl)
  const { email, password } = await addStaff(db)
  await db.close()
  const baseUrl = product.address
  const { token } = await createClient({ baseUrl }).call(signIn, { body: { email, password } })
  const client = createClient({ baseUrl, token: () => token })
  const { projectId } = await client.call(createProject, { body: { cloned: false, name } })
  const params = { projectId }
  const newConfiguration = { ...TABLES, database }
  await client.call(saveConfiguration, { params, body: { newConfiguration } })
  await client.call(syncDatabase, { params, body: {} })
  const { data } = await client.call(listAppSignIn, { params })
  const found = data.find(({ environment }) => environment === 'dev')
  if (!found) throw new Error('The project has no Auth table')
  const { environment: _e, table: _t, revision: _r, ...settings } = found
  await client.call(saveAppSignIn, { params, body: { ...settings, redirects: [page] } })
  const { callbackBase } = await client.call(listAppProviders, { params })
  const { environmentId, tableId } = found
  const callback = `${callbackBase}/${environmentId}/${tableId}/corp`
  const setProvider = (issuer: string) =>
    client.call(saveAppProvider, {
      params,
      body: {
        ...{ environmentId, tableId, name: 'corp', label: 'Corp', issuer, clientId: 'plinth' },
        ...{ clientSecret: SECRET, verifiedClaim: 'email_verified', createsAccounts: true },
      },
    })
  return { projectId, params, client, token, callback, setProvider }
}

export interface AppWithProvider {
  /** The page of the app, which takes the project in its query. */
  page: string
  provider: TestProvider
  product: RunningPlace
}

interface RunningApp extends Omit<AppWithProvider, 'page'> {
  /** The page of the app for the project on each database. */
  pages: ReadonlyMap<Engine, string>
}

/** A product of its own, an app of another origin, and a provider; with one project on each database. */
export const appTest = base.extend<
  { database: Engine; app: AppWithProvider },
  { running: RunningApp }
>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
    async ({}, use) => {
      const providerPort = await freePort()
      const product = await startProduct('sqlite3', {
        PLINTH_EGRESS_ALLOW: `127.0.0.1:${providerPort}`,
      })
      const app = await startApp()
      const projects = []
      for (const database of ENGINES) {
        const project = await newProviderProject(product, `${app.origin}/`, {
          name: `Shop on ${database}`,
          database,
        })
        projects.push({ database, ...project })
      }
      const client = { client_id: 'plinth', client_secret: SECRET }
      const redirect_uris = projects.map(({ callback }) => callback)
      const provider = await startProvider({
        port: providerPort,
        client: { ...client, redirect_uris },
      })
      const pages = new Map<Engine, string>()
      for (const { database, projectId, setProvider } of projects) {
        await setProvider(provider.issuer)
        const named = new URLSearchParams({ plinth: product.address, project: projectId })
        pages.set(database, `${app.origin}/?${named}`)
      }
      await use({ pages, provider, product })
      app.stop()
      await provider.stop()
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: ['sqlite3', { option: true }],
  app: ({ running: { pages, ...app }, database }, use) =>
    use({ ...app, page: pages.get(database) ?? '' }),
})
