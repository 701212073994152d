import { fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProviderPreset } from '@plinth/contract'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import type { IdentityProvider } from '../identity-provider.ts'
import { toIdentityProvider } from '../identity-provider.ts'

export interface StubOptions {
  port: number
  clientId: string
  clientSecret: string
  /** Of the key with which Apple's client secrets are signed. */
  publicKey: string
}

/** Other answers than the documented ones, by path. */
export type Spoiled = Readonly<
  Record<
    string,
    { status?: number; type?: string; headers?: Record<string, string>; body?: unknown }
  >
>

const CLIENT = { clientId: 'plinth', clientSecret: 'a canary that is a client secret' }
const FILLED: Readonly<Record<string, string>> = {
  '<tenant id>': '9122040d-6c67-4c5b-b112-36a304b66dad',
  '<organisation>': 'example',
  '<host>': 'id.corp.test',
  '<realm>': 'staff',
}

const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
/** As in the file that Apple gives. */
export const PRIVATE_KEY = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Starts the documented answers of all presets in a process of their own. */
export async function startStub(at?: number) {
  const port = at ?? (await freePort())
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const options: StubOptions = { port, ...CLIENT, publicKey }
  const program = join(import.meta.dirname, 'stub-process.ts')
  const child = fork(program, [JSON.stringify(options)], { execArgv: [], stdio: 'inherit' })
  const ended = once(child, 'exit')
  await once(child, 'message')
  const base = `http://127.0.0.1:${port}`
  const toStub = (address: string) => {
    const filled = Object.entries(FILLED).reduce(
      (now, [from, to]) => now.replace(from, to),
      address,
    )
    return `${base}/${filled.replace('https://', '')}`
  }

  /** A preset as an admin fills it in, at the stub. */
  function shapeOf({ hasSigner, endpoints, ...preset }: ProviderPreset) {
    const { emails = null } = endpoints ?? {}
    return {
      ...preset,
      ...CLIENT,
      ...(hasSigner ? { clientSecret: PRIVATE_KEY } : {}),
      issuer: toStub(preset.issuer),
      signer: hasSigner ? { teamId: 'TEAM123456', keyId: 'KEY1234567' } : null,
      endpoints: endpoints && {
        ...endpoints,
        authorization: toStub(endpoints.authorization),
        token: toStub(endpoints.token),
        userInfo: toStub(endpoints.userInfo),
        emails: emails && { ...emails, address: toStub(emails.address) },
      },
    }
  }

  return {
    base,
    shapeOf,
    providerOf: (preset: ProviderPreset): IdentityProvider =>
      toIdentityProvider({ ...shapeOf(preset), allowed: new Set([`127.0.0.1:${port}`]) }),
    async spoil(spoiled: Spoiled) {
      const done = once(child, 'message')
      child.send(spoiled)
      await done
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Signs in as a browser would; returns the query of the redirect, or the form that it posts. */
export async function answerOf(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location !== null) return new URL(location).search
  const inputs = (await answer.text()).matchAll(/name="(\w+)" value="([^"]*)"/g)
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of inputs) form.set(name, value.replaceAll('&quot;', '"'))
  return String(form)
}
