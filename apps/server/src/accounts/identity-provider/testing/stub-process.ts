import { createHash, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DOCUMENTED } from './documented-answers.ts'
import type { Spoiled, StubOptions } from './stub.ts'

/** Answers as the providers document it, in a process of its own. `/github.com/…` stands for `https://github.com/…`. */

const { port, clientId, clientSecret, publicKey } = JSON.parse(process.argv[2] ?? '') as StubOptions
const base = `http://127.0.0.1:${port}`
const { privateKey, publicKey: ownKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** What the authorization request said, by code. */
const issued = new Map<string, URLSearchParams>()
let spoiled: Spoiled = {}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(claims: object): string {
  const signed = `${encode({ alg: 'RS256', kid: '1' })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

function answer(response: ServerResponse, path: string, value: unknown, status = 200): void {
  const other = spoiled[path]
  response
    .writeHead(other?.status ?? status, {
      'content-type': other?.type ?? 'application/json; charset=utf-8',
      ...other?.headers,
    })
    .end(JSON.stringify(other && 'body' in other ? other.body : value))
}

/** The secret as the provider takes it; Apple's is a token that the key of the team signed. */
function isClient(request: IncomingMessage, form: URLSearchParams, host: string): boolean {
  const { authentication } = DOCUMENTED[host] ?? {}
  const [, basic = ''] = (request.headers.authorization ?? '').split(' ')
  if (authentication === 'client_secret_basic') {
    const given = decodeURIComponent(Buffer.from(basic, 'base64').toString())
    return given.replaceAll('+', ' ') === `${clientId}:${clientSecret}`
  }
  const secret = form.get('client_secret') ?? ''
  if (host !== 'appleid.apple.com') return secret === clientSecret
  const [header = '', claims = '', signature = ''] = secret.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
  const { iss, sub, aud, exp } = read(claims)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg, kid } = read(header)
  return [
    ...[isSigned, alg === 'ES256', kid === 'KEY1234567', iss === 'TEAM123456'],
    ...[sub === clientId, aud === `${base}/${host}`, exp > Date.now() / 1000],
  ].every(Boolean)
}

function exchange(host: string, form: URLSearchParams) {
  const code = form.get('code') ?? ''
  const asked = issued.get(code)
  issued.delete(code)
  const verifier = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isProved =
    asked?.get('code_challenge') === verifier &&
    asked.get('redirect_uri') === form.get('redirect_uri')
  const { token, idToken } = DOCUMENTED[host] ?? {}
  if (!asked || !isProved || !token) return undefined
  if (!idToken) return token
  const iat = Math.floor(Date.now() / 1000)
  const iss = `${base}/${host}`
  const nonce = asked.get('nonce')
  return {
    ...token,
    id_token: signToken({ ...{ iss, aud: clientId, iat, exp: iat + 300, nonce }, ...idToken }),
  }
}

function authorize(response: ServerResponse, host: string, query: URLSearchParams): void {
  const code = randomBytes(10).toString('hex')
  issued.set(code, query)
  const back = new URLSearchParams({ code, state: query.get('state') ?? '' })
  if (DOCUMENTED[host]?.sendsIssuer) back.set('iss', `${base}/${host}`)
  if (query.get('response_mode') !== 'form_post') {
    response.writeHead(302, { location: `${query.get('redirect_uri')}?${back}` }).end()
    return
  }
  // Apple posts the name too, the first time.
  back.set('user', JSON.stringify({ name: { firstName: 'Eve', lastName: 'Evil' } }))
  const inputs = [...back].map(
    ([name, value]) =>
      `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
  )
  response
    .setHeader('content-type', 'text/html')
    .end(`<form method="post" action="${query.get('redirect_uri')}">${inputs.join('')}</form>`)
}

const metadataOf = (host: string) => {
  const issuer = `${base}/${host}`
  const { authentication, userInfo } = DOCUMENTED[host] ?? {}
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(userInfo ? { userinfo_endpoint: `${issuer}/userinfo` } : {}),
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [authentication],
  }
}

const TOKEN = /\/(token|access_token)$/
const USER_INFO = /\/(userinfo|user|users\/@me)$/
const hostOf = (path: string): string => {
  if (path.startsWith('api.github.com/')) return 'github.com/login/oauth'
  return (
    Object.keys(DOCUMENTED).find((host) => path.startsWith(`${host}/`)) ?? path.split('/')[0] ?? ''
  )
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', base)
  const path = pathname.slice(1)
  const host = hostOf(path)
  const documented = DOCUMENTED[host]
  if (path.endsWith('/authorize')) return authorize(response, host, searchParams)
  if (path.endsWith('/.well-known/openid-configuration'))
    return answer(response, path, metadataOf(host))
  if (path.endsWith('/keys')) {
    const key = { ...ownKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }
    return answer(response, path, { keys: [key] })
  }
  if (TOKEN.test(path)) {
    const form = new URLSearchParams(await text(request))
    if (!isClient(request, form, host))
      return answer(response, path, { error: 'invalid_client' }, 401)
    const given = exchange(host, form)
    return answer(response, path, given ?? { error: 'invalid_grant' }, given ? 200 : 400)
  }
  if (request.headers.authorization !== `Bearer ${documented?.token.access_token}`) {
    return answer(response, path, { message: 'Requires authentication' }, 401)
  }
  if (path.endsWith('/emails')) return answer(response, path, documented?.emails)
  if (USER_INFO.test(path)) return answer(response, path, documented?.userInfo)
  return answer(response, path, { message: 'Not Found' }, 404)
}

process.on('message', (next: Spoiled) => {
  spoiled = next
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))

createServer((request, response) => {
  serve(request, response).catch(() => response.writeHead(500).end())
}).listen(port, '127.0.0.1', () => process.send?.('done'))
