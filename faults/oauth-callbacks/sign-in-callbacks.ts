import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@plinth/contract'
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
import { CLIENT, type SignInFlow, staffFlow, userFlow } from './sign-in-flows.ts'

const GUARD: Guard = {
  name: 'claim',
  replaces: {
    'accounts/sso/sso-store.ts': 'sso-store.ts',
    'rows/app-providers/provider-sign-in-store.ts': 'provider-sign-in-store.ts',
  },
}

interface Setup {
  flows: readonly SignInFlow[]
  service: OauthService
  restart(): Promise<void>
}

/** A sign-in of a new person, whose answer of the provider has not been sent. */
interface Begun {
  flow: SignInFlow
  login: string
  finish: () => Promise<string>
}

async function openSetup(off: readonly Guard[]): Promise<{ setup: Setup; close(): Promise<void> }> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const { address, restart, close } = await openProduct(off, {
    PLINTH_OIDC_ISSUER: issuer,
    PLINTH_OIDC_CLIENT_ID: CLIENT.id,
    PLINTH_OIDC_CLIENT_SECRET: CLIENT.secret,
    PLINTH_OIDC_DOMAINS: 'service.test',
    PLINTH_EGRESS_ALLOW: `127.0.0.1:${port}`,
    PLINTH_SIGN_IN_ATTEMPTS: '1000000',
  })
  const { token } = await clientOf(address, null).call(signIn, { body: ADMIN })
  const admin = { address, token, client: clientOf(address, token) }
  const flows = [
    staffFlow(admin),
    await userFlow(admin, { database: 'sqlite3', issuer }),
    await userFlow(admin, { database: 'postgres', issuer }),
  ]
  const callbacks = flows.map(({ callback }) => callback)
  const service = await startOauthService({ port, origins: [address], callbacks })
  for (const flow of flows) await flow.setUp()
  return {
    setup: { flows, service, restart },
    async close() {
      await close()
      await service.stop()
    },
  }
}

const begin = async (flow: SignInFlow, login: string = randomUUID()): Promise<Begun> => ({
  flow,
  login,
  finish: await flow.begin(login),
})
const beginAll = ({ flows }: Setup) => Promise.all(flows.map((flow) => begin(flow)))

/** Undefined if the answer was not acknowledged. */
const tokenOf = ({ finish }: Begun) => finish().catch(() => undefined)

/** The person signs in once more and then has one account. */
async function signInAgain({ flow, login }: Begun): Promise<string[]> {
  const token = await tokenOf(await begin(flow, login))
  const accounts = await flow.accountsOf(login)
  return [
    ...(token === undefined ? [`${flow.name}: the next sign-in was refused`] : []),
    ...(accounts.length === 1 ? [] : [`${flow.name}: ${accounts.length} accounts of one person`]),
  ]
}

/** Kills everything while the provider has issued the tokens and its answers have not arrived. */
async function killInFlight(setup: Setup): Promise<string[]> {
  const { service, flows } = setup
  const begun = await beginAll(setup)
  await service.forget()
  await service.set({ holdsAnswers: true })
  const tokens = begun.map(tokenOf)
  const areHeld = async () =>
    (await service.calls()).filter(({ path }) => path === 'held').length === flows.length
  if (!(await eventually(areHeld, { limitMs: 10_000 }))) return ['the codes were not exchanged']
  await setup.restart()
  await service.set({ holdsAnswers: false })
  const violations: string[] = []
  for (const [index, one] of begun.entries()) {
    const { name } = one.flow
    if ((await tokens[index]) !== undefined) violations.push(`${name}: a cut answer was accepted`)
    const accounts = await one.flow.accountsOf(one.login)
    if (accounts.length > 0) violations.push(`${name}: an account without a sign-in`)
    await service.forget()
    if ((await tokenOf(one)) !== undefined || (await service.calls()).length > 0) {
      violations.push(`${name}: an answer was used again after a kill`)
    }
    violations.push(...(await signInAgain(one)))
  }
  return violations
}

/** Kills everything a part of a sign-in's time after the answers were sent. */
async function killAfter(setup: Setup, ms: number) {
  const begun = await beginAll(setup)
  const tokens = begun.map(tokenOf)
  await wait(ms)
  await setup.restart()
  const violations: string[] = []
  let acknowledged = 0
  for (const [index, one] of begun.entries()) {
    const token = await tokens[index]
    if (token !== undefined) {
      acknowledged += 1
      if (!(await one.flow.isSignedIn(token))) {
        violations.push(`${one.flow.name}: an acknowledged session is gone after a kill`)
      }
    }
    violations.push(...(await signInAgain(one)))
  }
  return { violations, acknowledged }
}

async function timeOfSignIns(setup: Setup): Promise<number> {
  const begun = await beginAll(setup)
  const start = performance.now()
  await Promise.all(begun.map(({ finish }) => finish()))
  return performance.now() - start
}

async function attempt(off: readonly Guard[], kills: number): Promise<SuiteResult> {
  const { setup, close } = await openSetup(off)
  try {
    const violations = await killInFlight(setup)
    // The first sign-ins after a start take longer.
    const ms = await timeOfSignIns(setup)
    let acknowledged = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const after = await killAfter(setup, (ms * kill * 1.5) / kills)
      violations.push(...after.violations)
      acknowledged += after.acknowledged
    }
    const signIns = (kills + 1) * setup.flows.length
    return {
      violations,
      figures: `${signIns} first sign-ins in ${kills + 1} kills, ${acknowledged} acknowledged before`,
    }
  } finally {
    await close()
  }
}

/** Every process is killed while staff and app users return from an identity provider for the first time. */
export const signInCallbacks: Suite = {
  name: 'sign-in-callbacks',
  run: ({ full }) => attempt([], full ? 40 : 4),
  prove: () => attempt([GUARD], 0),
}
