import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServiceOptions {
  port: number
  /** Where the console is, for the redirect URIs of the clients. */
  origins: string[]
  /** Further redirect URIs, of sign-ins. */
  callbacks?: string[]
}

export interface ServiceState {
  /** Seconds that access tokens are valid. */
  life: number
  rotates: boolean
  isDown: boolean
  /** Answers of the token endpoint take half a second. */
  isSlow: boolean
  holdsAnswers: boolean
  /** Scopes in answers of the token endpoint; those that were granted if empty. */
  scope: string
  /** The life of refresh tokens that answers name, in seconds; none if 0. */
  refreshLife: number
  /** Replaces parts of the service's metadata and of its answers to registrations. */
  metadata: object
  registered: object
  /** Whether it publishes its metadata as servers without OpenID Connect do (RFC 8414). */
  isPlain: boolean
}

export interface TokenCall {
  path: string
  grant: string
  authorization: boolean
  body: string
}

export type ServiceOrder =
  | { kind: 'set'; state: Partial<ServiceState> }
  | { kind: 'calls' }
  | { kind: 'forget' }

async function order(child: ChildProcess, message: ServiceOrder): Promise<TokenCall[]> {
  const done = once(child, 'message')
  child.send(message)
  const [calls] = await done
  return calls as TokenCall[]
}

/** Starts a real authorization server in a process of its own. */
export async function startOauthService(options: ServiceOptions) {
  const program = join(import.meta.dirname, 'oauth-service-process.ts')
  const child = fork(program, [JSON.stringify(options)], { execArgv: [], stdio: 'ignore' })
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('The test service did not start')))
  failed.catch(() => undefined)
  await Promise.race([once(child, 'message'), failed])
  return {
    issuer: `http://127.0.0.1:${options.port}`,
    set: (state: Partial<ServiceState>) => order(child, { kind: 'set', state }),
    /** The calls of the token and revocation endpoints. */
    calls: () => order(child, { kind: 'calls' }),
    forget: () => order(child, { kind: 'forget' }),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export type OauthService = Awaited<ReturnType<typeof startOauthService>>
