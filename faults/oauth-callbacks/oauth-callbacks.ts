import type { Client } from '@plinth/client'
import {
  connectCredential,
  createCredential,
  createProject,
  finishConnection,
  listCredentials,
  signIn,
} from '@plinth/contract'
import { signInAtProvider } from '../../apps/server/src/accounts/sso/testing/provider.ts'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import {
  type OauthService,
  startOauthService,
} from '../../apps/server/src/workflows/credentials/oauth/testing/oauth-service.ts'
import type { Guard } from '../attacks/setup/guard.ts'
import { eventually } from '../stack/eventually.ts'
import { ADMIN } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { clientOf, openProduct } from './callback-product.ts'

const GUARD: Guard = {
  name: 'claim',
  replaces: { 'workflows/credentials/oauth/authorization-store.ts': 'authorization-store.ts' },
}

interface Setup {
  service: OauthService
  client: Client
  params: { projectId: string; id: string }
  restart(): Promise<void>
}

interface Answer {
  handle: string
  query: string
  path: string
}

async function openSetup(off: readonly Guard[]): Promise<{ setup: Setup; close(): Promise<void> }> {
  const servicePort = await freePort()
  const { address, restart, close } = await openProduct(off, {
    PLINTH_EGRESS_ALLOW: `127.0.0.1:${servicePort}`,
  })
  const service = await startOauthService({ port: servicePort, origins: [address] })
  const { token } = await clientOf(address, null).call(signIn, { body: ADMIN })
  const client = clientOf(address, token)
  const { projectId } = await client.call(createProject, { body: { cloned: false, name: 'Calls' } })
  const data = {
    hosts: [],
    tokenUrl: `${service.issuer}/token`,
    authorizationUrl: `${service.issuer}/auth`,
    clientId: 'plinth',
    clientSecret: 'a secret of a test',
    scope: 'openid email offline_access',
  }
  const body = { name: 'Contacts', type: 'oauth2' as const, data }
  const { credential } = await client.call(createCredential, { params: { projectId }, body })
  return {
    setup: { service, client, params: { projectId, id: credential.id }, restart },
    async close() {
      await close()
      await service.stop()
    },
  }
}

async function begin({ client, params }: Setup): Promise<Answer> {
  const { url, handle } = await client.call(connectCredential, { params })
  const callback = new URL(url ?? '').searchParams.get('redirect_uri') ?? ''
  const query = await signInAtProvider(url ?? '', { login: 'ada', callback })
  return { handle: handle ?? '', query, path: new URL(callback).pathname }
}

const finish = ({ client, params }: Setup, body: Answer) =>
  client.call(finishConnection, { params, body })

async function stateOf({ client, params }: Setup): Promise<string> {
  const { projectId, id } = params
  const { credentials } = await client.call(listCredentials, { params: { projectId } })
  return credentials.find((one) => one.id === id)?.connection?.state ?? 'missing'
}

const exchanges = async ({ service }: Setup) =>
  (await service.calls()).filter(({ grant }) => grant === 'authorization_code').length

/** Kills everything while the service has issued the tokens and its answer has not arrived. */
async function killInFlight(setup: Setup): Promise<string[]> {
  const { service } = setup
  const answer = await begin(setup)
  await service.forget()
  await service.set({ holdsAnswers: true })
  const ending = finish(setup, answer).then(
    () => 'acknowledged',
    () => 'cut',
  )
  const isHeld = async () => (await service.calls()).some(({ path }) => path === 'held')
  if (!(await eventually(isHeld, { limitMs: 10_000 }))) return ['the code was not exchanged']
  await setup.restart()
  await service.set({ holdsAnswers: false })
  const violations: string[] = []
  if ((await ending) === 'acknowledged') violations.push('a callback that was cut was acknowledged')
  const state = await stateOf(setup)
  if (state !== 'none') violations.push(`after the kill the credential is ${state}`)
  await service.forget()
  await finish(setup, answer).catch(() => undefined)
  if ((await exchanges(setup)) > 0) violations.push('an answer was exchanged again after a kill')
  return violations
}

/** What was acknowledged before a kill is there after it, and a person can repeat what was not. */
async function killAfterAnswer(setup: Setup): Promise<string[]> {
  const { credential } = await finish(setup, await begin(setup))
  if (credential.connection?.state !== 'connected') return ['connecting again is not possible']
  await setup.restart()
  const state = await stateOf(setup)
  return state === 'connected' ? [] : [`an acknowledged connection is ${state} after a kill`]
}

async function attempt(off: readonly Guard[]): Promise<SuiteResult> {
  const { setup, close } = await openSetup(off)
  try {
    const violations = [...(await killInFlight(setup)), ...(await killAfterAnswer(setup))]
    return { violations, figures: 'every process was killed in and after a callback' }
  } finally {
    await close()
  }
}

/** Every process is killed while the callback of a credential is in flight, and after it was acknowledged. */
export const oauthCallbacks: Suite = {
  name: 'oauth-callbacks',
  run: () => attempt([]),
  prove: () => attempt([GUARD]),
}
