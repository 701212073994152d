import type { Client } from '@plinth/client'
import {
  confirmUserProvider,
  createProject,
  type Database,
  finishSso,
  finishUserProvider,
  getMe,
  listAppProviders,
  listAppSignIn,
  listEnvironments,
  listStaff,
  listUserIdentities,
  saveAppProvider,
  saveAppSignIn,
  saveConfiguration,
  startSso,
  startUserProvider,
  syncDatabase,
} from '@plinth/contract'
import { signInAtProvider } from '../../apps/server/src/accounts/sso/testing/provider.ts'
import { appConfiguration } from '../../apps/server/src/app/testing/app-tables.ts'
import { newVerifier } from '../../apps/server/src/rows/app-providers/testing/provider-app.ts'
import { call } from '../stack/call.ts'
import { clientOf } from './callback-product.ts'

export const CLIENT = { id: 'plinth', secret: 'a secret of a test' }
const TABLE = 'people'
const APP = 'https://app.example.com/'

/** A way to sign in with the provider. */
export interface SignInFlow {
  name: string
  callback: string
  /** Names the provider, which must be reachable by then. */
  setUp(): Promise<void>
  /** Signs in at the provider. The result sends its answer to the callback, and resolves with a token. */
  begin(login: string): Promise<() => Promise<string>>
  isSignedIn(token: string): Promise<boolean>
  /** The ids of the accounts with the address of the person. */
  accountsOf(login: string): Promise<string[]>
}

interface Admin {
  address: string
  token: string
  client: Client
}

export const emailOf = (login: string) => `${login}@service.test`
const succeeds = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )

export function staffFlow({ address, client }: Admin): SignInFlow {
  const guest = clientOf(address, null)
  const callback = `${address}/sso/callback`
  return {
    name: 'staff',
    callback,
    // The settings of the process name it.
    setUp: async () => undefined,
    async begin(login) {
      const { url, handle } = await guest.call(startSso, { body: {} })
      const query = await signInAtProvider(url, { login, callback })
      return async () => (await guest.call(finishSso, { body: { handle, query } })).token
    },
    isSignedIn: (token) => succeeds(clientOf(address, token).call(getMe)),
    async accountsOf(login) {
      const { staff } = await client.call(listStaff)
      return staff.filter(({ email }) => email === emailOf(login)).map(({ id }) => id)
    },
  }
}

async function newApp(client: Client, database: Database) {
  const name = `Sign-ins ${database}`
  const { projectId } = await client.call(createProject, { body: { name } })
  const params = { projectId }
  const newConfiguration = appConfiguration(database)
  await client.call(saveConfiguration, { params, body: { newConfiguration } })
  await client.call(syncDatabase, { params, body: {} })
  const { environments } = await client.call(listEnvironments, { params })
  const environmentId = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const { data } = await client.call(listAppSignIn, { params })
  const found = data.find((one) => one.table === TABLE && one.environment === 'dev')
  if (!found) throw new Error('the table has no settings')
  const { environment, revision, table, ...current } = found
  await client.call(saveAppSignIn, {
    params,
    body: { ...current, redirects: [APP] },
  })
  const { callbackBase } = await client.call(listAppProviders, { params })
  return { projectId, environmentId, callback: `${callbackBase}/${environmentId}/${TABLE}/corp` }
}

/** The users of a new app. */
export async function userFlow(
  { address, token, client }: Admin,
  { database, issuer }: { database: Database; issuer: string },
): Promise<SignInFlow> {
  const { projectId, environmentId, callback } = await newApp(client, database)
  const guest = clientOf(address, null)
  const query = { $projectId: projectId }
  const place = { params: { table: TABLE }, query }
  const key = { environmentId, tableId: TABLE, name: 'corp' }
  return {
    name: `users on ${database}`,
    callback,
    async setUp() {
      const provider = {
        ...{ ...key, label: 'Corp', issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
        ...{ verifiedClaim: 'email_verified', createsAccounts: true },
      }
      await client.call(saveAppProvider, { params: { projectId }, body: provider })
    },
    async begin(login) {
      const { verifier, challenge } = newVerifier()
      const params = { table: TABLE, name: 'corp' }
      const { url } = await guest.call(startUserProvider, {
        params,
        query: { ...query, challenge },
      })
      const answer = await signInAtProvider(url, { login, callback })
      return async () => {
        const end = await guest.call(finishUserProvider, { body: { ...key, query: answer } })
        if (end.ticket === null) throw new Error(end.problem ?? 'no ticket')
        const body = { ticket: end.ticket, verifier }
        return (await guest.call(confirmUserProvider, { ...place, body })).token
      }
    },
    isSignedIn: (used) => succeeds(clientOf(address, used).call(listUserIdentities, place)),
    async accountsOf(login) {
      const path = `/api/data/${TABLE}?$projectId=${projectId}`
      const { status, body } = await call({ address, token }, { method: 'GET', path })
      if (status !== 200) throw new Error(`the accounts answered ${status}`)
      const rows = body.data as { id: string; email: string }[]
      return rows.filter(({ email }) => email === emailOf(login)).map(({ id }) => id)
    },
  }
}
