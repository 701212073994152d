import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ProviderOptions {
  port: number
  client: {
    client_id: string
    client_secret: string
    redirect_uris: string[]
    backchannel_logout_uri?: string
    backchannel_logout_session_required?: boolean
  }
}

export type ProviderOrder =
  | { kind: 'account'; login: string; claims: Record<string, unknown> }
  | { kind: 'rotate' }

export interface TestProvider {
  issuer: string
  /** Sets the claims of the person who signs in with this name. */
  setAccount(login: string, claims: Record<string, unknown>): Promise<void>
  /** Replaces the signing key. */
  rotateKey(): Promise<void>
  stop(): Promise<void>
}

async function order(child: ChildProcess, message: ProviderOrder): Promise<void> {
  const done = once(child, 'message')
  child.send(message)
  await done
}

/** Starts a real provider in a process of its own. */
export async function startProvider(options: ProviderOptions): Promise<TestProvider> {
  const program = join(import.meta.dirname, 'provider-process.ts')
  const child = fork(program, [JSON.stringify(options)], { execArgv: [], stdio: 'ignore' })
  const ended = once(child, 'exit')
  const ready = once(child, 'message')
  const failed = ended.then(() => Promise.reject(new Error('The test provider did not start')))
  failed.catch(() => undefined)
  await Promise.race([ready, failed])
  return {
    issuer: `http://127.0.0.1:${options.port}`,
    setAccount: (login, claims) => order(child, { kind: 'account', login, claims }),
    rotateKey: () => order(child, { kind: 'rotate' }),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const cookieHeader = (cookies: ReadonlyMap<string, string>) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

function storeCookies(cookies: Map<string, string>, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
}

/** Signs out at the provider, which then calls the back channel of its clients. */
export async function signOutAtProvider(
  issuer: string,
  cookies: Map<string, string>,
): Promise<void> {
  const asked = await fetch(`${issuer}/session/end`, { headers: cookieHeader(cookies) })
  storeCookies(cookies, asked)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? ''
  const ended = await fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: cookieHeader(cookies),
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  if (ended.status >= 400) throw new Error(`The provider answered ${ended.status}`)
}

/** Signs in at the provider as a browser would; returns the query with which it redirects back. */
export async function signInAtProvider(
  address: string,
  {
    login,
    callback,
    cookies = new Map(),
  }: { login: string; callback: string; cookies?: Map<string, string> },
): Promise<string> {
  let url = address
  let body: URLSearchParams | undefined
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: cookieHeader(cookies),
      ...(body ? { body } : {}),
    })
    storeCookies(cookies, answer)
    const location = answer.headers.get('location')
    if (location?.startsWith(callback)) return new URL(location).search
    body = location === null ? new URLSearchParams({ login }) : undefined
    if (location !== null) url = new URL(location, url).href
    else if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
  }
  throw new Error('The provider did not redirect back')
}
