import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Claims = Record<string, unknown>

/** What the provider does wrong in one sign-in; without any of it, it behaves. */
export interface Spoil {
  /** Changes the claims of the ID token; a value of undefined removes one. */
  claims?: (good: Claims) => Claims
  /** Changes the header of the ID token. */
  header?: Claims
  /** How the ID token is signed, if not by the published key. */
  signature?: 'other key' | 'none' | 'HS256 with the client secret' | 'HS256 with the public key'
  /** Changes the ID token after it was signed. */
  token?: (good: string) => string
  /** Changes the query of the redirect. */
  query?: (good: URLSearchParams) => void
  /** Changes the answer of the token endpoint. */
  answer?: (good: Claims) => Claims
  /** The provider checks no PKCE. */
  ignoresPkce?: true
  /** The token endpoint redirects to one that accepts everything. */
  redirects?: true
  /** The person's claims, if not those of a new person with a checked address. */
  person?: Claims
}

export const CLIENT = { id: 'plinth', secret: 'a-secret-of-32-characters-or-more' }

interface Issued {
  nonce: string
  challenge: string
  redirectUri: string
  spoil: Spoil
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const KID = 'key-1'

function signToken(
  payload: Claims,
  { spoil, key }: { spoil: Spoil; key: ReturnType<typeof newKey> },
) {
  const { signature } = spoil
  const isShared = signature?.startsWith('HS256')
  const alg = signature === 'none' ? 'none' : isShared ? 'HS256' : 'RS256'
  const input = `${encode({ alg, kid: KID, typ: 'JWT', ...spoil.header })}.${encode(payload)}`
  if (signature === 'none') return `${input}.`
  if (isShared) {
    const published = key.publicKey.export({ format: 'pem', type: 'spki' })
    const secret = signature === 'HS256 with the client secret' ? CLIENT.secret : published
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }
  const privateKey: KeyObject = signature === 'other key' ? newKey().privateKey : key.privateKey
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`
}

function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

export interface HostileProvider {
  issuer: string
  /** Answers an authorization request as the provider would redirect; returns the query. */
  authorize(address: string, spoil?: Spoil): string
  close(): void
}

/**
 * A provider whose answers can be spoiled. Otherwise it checks the client's secret, the redirect address and PKCE, but a
 * code works more than once.
 */
export async function openHostileProvider(): Promise<HostileProvider> {
  const key = newKey()
  const codes = new Map<string, Issued>()
  let issuer = ''

  const claimsFor = ({ nonce, spoil }: Issued): Claims => {
    const now = Math.floor(Date.now() / 1000)
    const subject = randomUUID()
    const person = {
      sub: subject,
      email: `${subject}@corp.test`,
      email_verified: true,
      ...spoil.person,
    }
    const good = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce, ...person }
    return spoil.claims ? spoil.claims(good) : good
  }

  const exchange = (form: URLSearchParams, isChecked: boolean): Claims | undefined => {
    const issued = codes.get(form.get('code') ?? '')
    if (!issued) return undefined
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isProved = issued.challenge === '' || verifier === issued.challenge
    const isSame = isProved && form.get('redirect_uri') === issued.redirectUri
    if (isChecked && !isSame && !issued.spoil.ignoresPkce) return undefined
    const { spoil } = issued
    const signed = signToken(claimsFor(issued), { spoil, key })
    const good = {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: spoil.token ? spoil.token(signed) : signed,
    }
    return spoil.answer ? spoil.answer(good) : good
  }

  const serveToken = async (
    request: IncomingMessage,
    response: ServerResponse,
    isChecked: boolean,
  ) => {
    const form = new URLSearchParams(await text(request))
    const [, given = ''] = (request.headers.authorization ?? '').split(' ')
    const secret = decodeURIComponent(Buffer.from(given, 'base64').toString())
    if (isChecked && secret !== `${CLIENT.id}:${CLIENT.secret}`) {
      return answerJson(response, { error: 'invalid_client' }, 401)
    }
    if (isChecked && codes.get(form.get('code') ?? '')?.spoil.redirects) {
      return response.writeHead(307, { location: `${issuer}/token-of-all` }).end()
    }
    const answer = exchange(form, isChecked)
    return answerJson(response, answer ?? { error: 'invalid_grant' }, answer ? 200 : 400)
  }

  // A host that the metadata names besides the issuer, which the operator did not name.
  const inside = await listen((_request, response) =>
    answerJson(response, { sub: 'inside', email: 'inside@corp.test', email_verified: true }),
  )

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `http://127.0.0.1:${inside.port}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  })

  const { server, port } = await listen((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/token') return void serveToken(request, response, true)
    if (path === '/token-of-all') return void serveToken(request, response, false)
    if (path === '/keys') {
      const jwk = key.publicKey.export({ format: 'jwk' })
      return answerJson(response, { keys: [{ ...jwk, kid: KID, use: 'sig', alg: 'RS256' }] })
    }
    if (path === '/.well-known/openid-configuration') return answerJson(response, metadata())
    answerJson(response, {}, 404)
  })
  issuer = `http://127.0.0.1:${port}`

  return {
    issuer,
    authorize(address, spoil = {}) {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        spoil,
      })
      const query = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
      spoil.query?.(query)
      return `?${query}`
    },
    close() {
      server.close()
      inside.server.close()
    },
  }
}
