import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { type JWK } from 'oidc-provider'
import type { ProviderOptions, ProviderOrder } from './provider.ts'

/** A real provider of OpenID Connect as a process of its own. Its sign-in page takes any name without a password. */

const { port, client } = JSON.parse(process.argv[2] ?? '') as ProviderOptions
const accounts = new Map<string, Record<string, unknown>>()

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

const issuer = `http://127.0.0.1:${port}`
const cookieKey = randomBytes(16).toString('hex')

const build = () =>
  new Provider(issuer, {
    clients: [{ ...client, grant_types: ['authorization_code'], response_types: ['code'] }],
    // The default refuses to call the back channel of a client on this machine.
    fetch: (
      input: string | URL | Request,
      options: RequestInit & { dispatcher?: unknown } = {},
    ) => {
      const { dispatcher: _guarded, ...rest } = options
      return fetch(input, rest as RequestInit)
    },
    jwks: { keys: [newKey()] },
    cookies: { keys: [cookieKey] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    claims: {
      openid: ['sub', 'sid', 'amr', 'groups', 'roles', '_claim_names'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts.get(id) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

let provider = build()

const PAGE = `<!doctype html><html lang="en"><title>Sign in · Test provider</title><main><h1>Test provider</h1>
<form method="post"><label>Name <input name="login" autofocus required></label> <button>Sign in</button></form></main></html>`

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
    return
  }
  const accountId = new URLSearchParams(await text(request)).get('login') ?? ''
  const { amr } = (accounts.get(accountId) ?? {}) as { amr?: string[] }
  const login = { accountId, ...(amr ? { amr } : {}) }
  const result = accountId === 'deny' ? { error: 'access_denied' } : { login }
  await provider.interactionFinished(request, response, result)
}

process.on('message', (order: ProviderOrder) => {
  if (order.kind === 'account') accounts.set(order.login, order.claims)
  else provider = build()
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))

createServer((request, response) => {
  const isPage = request.url?.startsWith('/interaction/')
  if (isPage) interact(request, response).catch(() => response.writeHead(500).end())
  else void provider.callback()(request, response)
}).listen(port, '127.0.0.1', () => process.send?.('done'))
