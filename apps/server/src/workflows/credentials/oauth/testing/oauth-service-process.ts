import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { type AccessToken, type ClientCredentials } from 'oidc-provider'
import { callbackPath } from '../callback-path.ts'
import type { ServiceOptions, ServiceOrder } from './oauth-service.ts'

/** A real authorization server with an API behind it, as a process of its own. Its sign-in page takes any name. */

const { port, origins, callbacks = [] } = JSON.parse(process.argv[2] ?? '') as ServiceOptions
const issuer = `http://127.0.0.1:${port}`
const state = {
  life: 3600,
  rotates: true,
  isDown: false,
  isSlow: false,
  holdsAnswers: false,
  scope: '',
  refreshLife: 0,
  metadata: {},
  registered: {},
  isPlain: false,
}
const calls: { path: string; grant: string; authorization: boolean; body: string }[] = []

const confidential = (clientId: string) => ({
  client_id: clientId,
  client_secret: 'a secret of a test',
  redirect_uris: [
    ...callbacks,
    ...origins.map(
      (origin) => `${origin}${callbackPath({ tokenUrl: `${issuer}/token`, clientId })}`,
    ),
  ],
  response_types: ['code' as const],
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
})

const provider = new Provider(issuer, {
  clients: [
    { ...confidential('plinth'), token_endpoint_auth_method: 'client_secret_basic' },
    { ...confidential('by-body'), token_endpoint_auth_method: 'client_secret_post' },
  ],
  cookies: { keys: ['a key of a test'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    registration: { enabled: true },
  },
  scopes: ['openid', 'email', 'offline_access', 'contacts'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  ttl: {
    AccessToken: () => state.life,
    ClientCredentials: () => state.life,
    RefreshToken: 86_400,
    AuthorizationCode: 60,
    Session: 600,
    Grant: 86_400,
    Interaction: 600,
    IdToken: 600,
  },
  issueRefreshToken: async (_context, client, code) =>
    client.grantTypeAllowed('refresh_token') && !code.scopes.has('contacts'),
  rotateRefreshToken: () => state.rotates,
  findAccount: (_context, id) => ({
    accountId: id,
    claims: async () => ({ sub: id, email: `${id}@service.test`, email_verified: true }),
  }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email offline_access contacts')
    await grant.save()
    return grant
  },
})

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    const page =
      '<!doctype html><html lang="en"><title>Service</title><main><h1>Service</h1><form method="post"><label>Name <input name="login" autofocus required></label> <button>Allow</button></form></main></html>'
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    return
  }
  const accountId = new URLSearchParams(await text(request)).get('login') ?? ''
  const result = accountId === 'deny' ? { error: 'access_denied' } : { login: { accountId } }
  await provider.interactionFinished(request, response, result)
}

/** The API: answers the owner of a token that is valid. */
async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const found: AccessToken | ClientCredentials | undefined =
    (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))
  response.setHeader('content-type', 'application/json')
  if (!found?.isValid) response.writeHead(401).end('{"error":"invalid_token"}')
  else {
    const owner = 'accountId' in found ? found.accountId : 'client'
    response.end(JSON.stringify({ owner, echo: request.headers.authorization }))
  }
}

/** The token is issued, and its answer arrives ten seconds later. */
function holdAnswer(response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = (...given: unknown[]) => {
    calls.push({ path: 'held', grant: '', authorization: false, body: '' })
    setTimeout(() => end(...(given as [])), 10_000)
    return response
  }
}

/** Replaces parts of an answer. */
function changeAnswer(response: ServerResponse, changes: object): void {
  const end = response.end.bind(response)
  response.removeHeader('content-length')
  response.end = (...given: unknown[]) => {
    const answer = { ...JSON.parse(String(given[0])), ...changes }
    response.removeHeader('content-length')
    end(JSON.stringify(answer))
    return response
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', issuer).pathname
  if (path.startsWith('/interaction/')) return interact(request, response)
  if (path === '/api/me') return serveApi(request, response)
  if (path === '/token' || path.startsWith('/token/')) {
    const body = await text(request)
    const grant = new URLSearchParams(body).get('grant_type') ?? ''
    calls.push({ path, grant, authorization: 'authorization' in request.headers, body })
    if (state.isDown) {
      response.writeHead(503).end('later')
      return
    }
    if (state.isSlow) await new Promise((resolve) => setTimeout(resolve, 500))
    if (state.holdsAnswers) holdAnswer(response)
    if (state.scope !== '') changeAnswer(response, { scope: state.scope })
    if (state.refreshLife !== 0) {
      changeAnswer(response, { refresh_token_expires_in: state.refreshLife })
    }
    // The framework of the provider accepts a body that was read before.
    Object.assign(request, { body: Object.fromEntries(new URLSearchParams(body)) })
  }
  if (path.startsWith('/.well-known/')) {
    if (state.isPlain === path.endsWith('/openid-configuration')) {
      response.writeHead(404).end('nothing here')
      return
    }
    request.url = '/.well-known/openid-configuration'
    changeAnswer(response, state.metadata)
  }
  if (path === '/reg') {
    const body = await text(request)
    calls.push({ path, grant: '', authorization: 'authorization' in request.headers, body })
    if (state.isSlow) await new Promise((resolve) => setTimeout(resolve, 500))
    changeAnswer(response, state.registered)
    Object.assign(request, { body: JSON.parse(body) })
  }
  await provider.callback()(request, response)
}

process.on('message', (order: ServiceOrder) => {
  if (order.kind === 'set') Object.assign(state, order.state)
  if (order.kind === 'forget') calls.length = 0
  process.send?.(order.kind === 'calls' ? calls : [])
})
process.on('disconnect', () => process.exit(0))

createServer((request, response) => {
  serve(request, response).catch(() => response.writeHead(500).end())
}).listen(port, '127.0.0.1', () => process.send?.([]))
