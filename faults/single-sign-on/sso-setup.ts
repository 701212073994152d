import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@plinth/client'
import { finishSso, startSso } from '@plinth/contract'
import { preloadWithout } from '../attacks/setup/attack-setup.ts'
import type { Guard } from '../attacks/setup/guard.ts'
import { embeddedDatabaseUrl, makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import {
  CLIENT,
  type HostileProvider,
  openHostileProvider,
  type Spoil,
} from './hostile-provider.ts'

/** The product with a provider that may misbehave. */
export interface SsoSetup {
  provider: HostileProvider
  client: Client
  address: string
  databaseUrl: string
  /** Begins a sign-in; returns the handle and the address at the provider. */
  begin(redirect?: string): Promise<{ handle: string; url: string }>
  /** Ends a sign-in; the token, or undefined with the status if it was refused. */
  end(sent: { handle: string; query?: string; password?: string }): Promise<Ending>
  /** A whole sign-in in which the provider misbehaves. */
  signIn(spoil: Spoil): Promise<Ending>
}

export interface Ending {
  token: string | undefined
  redirect: string | undefined
  detail: string
}

/** A person with a checked address at the provider. */
export const newSubject = () => randomUUID()

/** Starts the product with some guards switched off. */
export async function openSsoSetup(
  off: readonly Guard[],
): Promise<{ setup: SsoSetup; close(): Promise<void> }> {
  const provider = await openHostileProvider()
  const dataDir = makeDataDir()
  const { env, execArgv } = preloadWithout(off, import.meta.dirname)
  const stack = await startStack({
    dataDir,
    execArgv,
    env: {
      ...env,
      PLINTH_OIDC_ISSUER: provider.issuer,
      PLINTH_OIDC_CLIENT_ID: CLIENT.id,
      PLINTH_OIDC_CLIENT_SECRET: CLIENT.secret,
      PLINTH_OIDC_DOMAINS: 'corp.test',
      PLINTH_SIGN_IN_ATTEMPTS: '1000000',
    },
  })
  const client = createClient({
    baseUrl: stack.address,
    token: () => null,
    warn: () => undefined,
    retries: 0,
  })
  const begin: SsoSetup['begin'] = (redirect = '/home') =>
    client.call(startSso, { body: { redirect } })
  const end: SsoSetup['end'] = async (sent) => {
    try {
      const { token, redirect } = await client.call(finishSso, { body: sent })
      return { token, redirect, detail: 'signed in' }
    } catch (error) {
      return { token: undefined, redirect: undefined, detail: (error as Error).message }
    }
  }
  const setup: SsoSetup = {
    provider,
    client,
    address: stack.address,
    databaseUrl: embeddedDatabaseUrl(dataDir),
    begin,
    end,
    async signIn(spoil) {
      const { handle, url } = await begin()
      return end({ handle, query: provider.authorize(url, spoil) })
    },
  }
  return {
    setup,
    async close() {
      await stack.stop()
      provider.close()
      removeDataDir(dataDir)
    },
  }
}
