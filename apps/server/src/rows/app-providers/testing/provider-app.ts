import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  confirmUserProvider,
  type Database,
  finishUserProvider,
  linkUserIdentity,
  listAppProviders,
  listEnvironments,
  saveAppProvider,
  startUserLink,
  startUserProvider,
} from '@plinth/contract'
import {
  signInAtProvider,
  startProvider,
  type TestProvider,
} from '../../../accounts/sso/testing/provider.ts'
import { appConfiguration, newApp } from '../../../app/testing/app-tables.ts'
import { clientOf, guest, newStaff, type Person } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { APP, saveSignIn } from '../../app-sign-in/testing/code-app.ts'

export const CLIENT_SECRET = 'a canary that is a secret of an app'

/** Test files run at the same time, so that each has a port of its own. */
type TestPort =
  | 'appSso'
  | 'appSsoRefusals'
  | 'appSsoSettings'
  | 'appSsoStaff'
  | 'appSsoRace'
  | 'appSsoPresets'

/** An app whose people sign in with a provider, which need not be started yet. */
export async function newProviderApp(database: Database, port: TestPort = 'appSso') {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration(database))
  const params = { projectId }
  for (const table of ['people', 'members'])
    await saveSignIn(owner, projectId, { table, redirects: [`${APP}/`, `${APP}/welcome`] })
  const { environments } = await owner.client.call(listEnvironments, { params })
  const environmentId = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const { callbackBase } = await owner.client.call(listAppProviders, { params })
  const callbackOf = (name: string, tableId = 'people') =>
    `${callbackBase}/${environmentId}/${tableId}/${name}`
  const providerPort = testServer().outside[port]
  return { owner, projectId, params, environmentId, callbackOf, providerPort }
}

export type ProviderApp = Awaited<ReturnType<typeof newProviderApp>>

/** A real provider at which these apps are registered. */
export function startAppProvider(apps: readonly ProviderApp[]): Promise<TestProvider> {
  const redirect_uris = apps.flatMap(({ callbackOf }) => [
    callbackOf('corp'),
    callbackOf('other'),
    callbackOf('corp', 'members'),
  ])
  const client = { client_id: 'plinth', client_secret: CLIENT_SECRET, redirect_uris }
  return startProvider({ port: apps[0]?.providerPort ?? 0, client })
}

/** What a developer sends to set the provider of the test. */
export const providerBody = (
  { environmentId, providerPort }: ProviderApp,
  changes: object = {},
) => ({
  ...{
    environmentId,
    tableId: 'people',
    name: 'corp',
    label: 'Corp',
    issuer: `http://127.0.0.1:${providerPort}`,
  },
  ...{ clientId: 'plinth', clientSecret: CLIENT_SECRET, verifiedClaim: 'email_verified' },
  createsAccounts: true,
  ...changes,
})

export const saveProvider = (app: ProviderApp, changes: object = {}, who: Person = app.owner) =>
  who.client.call(saveAppProvider, { params: app.params, body: providerBody(app, changes) })

/** The proof of the app that began a sign-in. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export interface StartedBy {
  redirect?: string
  display?: 'page' | 'popup'
  table?: string
  name?: string
  challenge?: string
}

/** The calls of an app and of the callback page. */
export function providerCalls(app: ProviderApp, provider: () => TestProvider) {
  const { environmentId } = app
  const query = { $projectId: app.projectId }
  const paths = (table: string, name: string) => ({ params: { table, name }, query })

  /** A person of the provider. */
  async function newPerson(claims: Record<string, unknown> = {}) {
    const login = randomUUID()
    const email = `${login}@example.com`
    await provider().setAccount(login, { email, email_verified: true, ...claims })
    return { login, email }
  }

  async function start({ table = 'people', name = 'corp', ...sent }: StartedBy = {}) {
    const { verifier, challenge } = newVerifier()
    const at = paths(table, name)
    const asked = { challenge, ...sent }
    const begun = await guest().call(startUserProvider, { ...at, query: { ...query, ...asked } })
    return { ...begun, verifier }
  }
  async function startLink(token: string, { name = 'corp' } = {}) {
    const { verifier, challenge } = newVerifier()
    const at = paths('people', name)
    const begun = await clientOf(token).call(startUserLink, { ...at, body: { challenge } })
    return { ...begun, verifier }
  }
  /** The query with which the provider redirects to the callback page. */
  const answer = (url: string, login: string, { name = 'corp', table = 'people' } = {}) =>
    signInAtProvider(url, { login, callback: app.callbackOf(name, table) })
  const finish = (sent: string, { name = 'corp', tableId = 'people' } = {}) =>
    guest().call(finishUserProvider, { body: { environmentId, tableId, name, query: sent } })
  const confirm = (
    used: { ticket: string; verifier: string },
    { table = 'people', client = guest() } = {},
  ) => client.call(confirmUserProvider, { params: { table }, query, body: used })

  /** The ticket of a person, with the verifier of the app. */
  async function ticketOf(login: string, table = 'people') {
    const { url, verifier } = await start({ table })
    const { ticket, problem } = await finish(await answer(url, login, { table }), {
      tableId: table,
    })
    if (ticket === null) throw new Error(problem ?? 'no ticket')
    return { ticket, verifier }
  }
  const enter = async (login: string, table = 'people') =>
    confirm(await ticketOf(login, table), { table })
  /** Links a signed-in user with a person. */
  async function link(token: string, login: string) {
    const { url, verifier } = await startLink(token)
    const { ticket } = await finish(await answer(url, login))
    const body = { ticket: ticket ?? '', verifier }
    return clientOf(token).call(linkUserIdentity, { params: { table: 'people' }, query, body })
  }
  const place = { params: { table: 'people' }, query }
  return { newPerson, start, startLink, answer, finish, confirm, ticketOf, enter, link, place }
}
