import { randomUUID } from 'node:crypto'
import { finishSso, type PasskeyAssertion, startSso } from '@plinth/contract'
import { afterAll, beforeAll } from 'vitest'
import { guest, withPlatform } from '../../../app/testing/people.ts'
import { useOwnServer } from '../../../app/testing/use-own-server.ts'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import { signInAtProvider, startProvider, type TestProvider } from './provider.ts'

interface Finish {
  handle: string
  query?: string
  code?: string
  password?: string
  passkey?: PasskeyAssertion
}

/** A server of the file whose settings name a real provider, and how people sign in there. */
export async function useSso(settings: Record<string, string> = {}, host = '127.0.0.1') {
  const port = await freePort()
  const providerPort = await freePort()
  const address = `http://${host}:${port}`
  const callback = `${address}/sso/callback`
  const client = {
    client_id: 'plinth',
    client_secret: 'a secret of a test',
    redirect_uris: [callback],
    backchannel_logout_uri: `${address}/api/sso/logout`,
    backchannel_logout_session_required: true,
  }
  let running: TestProvider
  const provider = {
    start: async () => {
      running = await startProvider({ port: providerPort, client })
    },
    stop: () => running.stop(),
    rotateKey: () => running.rotateKey(),
    setAccount: (login: string, claims: Record<string, unknown>) =>
      running.setAccount(login, claims),
  }
  beforeAll(provider.start)
  afterAll(provider.stop)
  useOwnServer({
    PORT: String(port),
    PLINTH_BASE_URL: address,
    PLINTH_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    PLINTH_OIDC_CLIENT_ID: client.client_id,
    PLINTH_OIDC_CLIENT_SECRET: client.client_secret,
    PLINTH_OIDC_NAME: 'Test provider',
    PLINTH_OIDC_DOMAINS: 'corp.test',
    ...settings,
  })

  /** A person of the provider. */
  async function newPerson(claims: Record<string, unknown> = {}) {
    const login = randomUUID()
    const email = `${login}@corp.test`
    await provider.setAccount(login, {
      email,
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      ...claims,
    })
    return { login, email }
  }

  async function begin(login: string, redirect = '/home', cookies = new Map<string, string>()) {
    const { url, handle } = await guest().call(startSso, { body: { redirect } })
    const query = await signInAtProvider(url, { login, callback, cookies })
    return { handle, query }
  }

  const finish = (body: Finish) => guest().call(finishSso, { body })

  const enter = async (login: string) => finish(await begin(login))

  /** Connects an account with a new person of the provider, who has its address. */
  async function connect(owner: { email: string; password: string }) {
    const { login } = await newPerson({ email: owner.email })
    const { token } = await finish({ ...(await begin(login)), password: owner.password })
    return { login, token }
  }

  const issuer = `http://127.0.0.1:${providerPort}`
  return { provider, issuer, callback, newPerson, begin, finish, enter, connect }
}

export const countOf = (table: string, where: string, values: unknown[]) =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `select count(*)::int as n from ${table} where ${where}`,
      values,
    )
    return rows[0].n as number
  })
