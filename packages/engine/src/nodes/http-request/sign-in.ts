import { isObject, type JsonObject } from '../../node/json.ts'
import type { NodeCall } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import type { HttpCall } from '../../node/ports.ts'

type SecretHeaders = [string, string][]

/** Base64 of UTF-8; this package may not use Node's Buffer. */
function toBase64(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const bytes = [...encodeURIComponent(text.toWellFormed()).matchAll(/%([0-9A-F]{2})|(.)/gs)].map(
    ([, hex, letter]) => (hex ? Number.parseInt(hex, 16) : (letter ?? '').charCodeAt(0)),
  )
  let out = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two, three] = bytes.slice(at, at + 3)
    const all = (one << 16) | ((two ?? 0) << 8) | (three ?? 0)
    out += letters[all >> 18]
    out += letters[(all >> 12) & 63]
    out += two === undefined ? '=' : letters[(all >> 6) & 63]
    out += three === undefined ? '=' : letters[all & 63]
  }
  return out
}

const text = (data: JsonObject, name: string) => String(data[name] ?? '')

const WAYS = new Map<string, { field: string; headers(data: JsonObject): SecretHeaders }>([
  [
    'basic-auth',
    {
      field: 'basic_auth',
      headers: (data) => {
        const pair = `${text(data, 'username')}:${text(data, 'password')}`
        return [['authorization', `Basic ${toBase64(pair)}`]]
      },
    },
  ],
  [
    'api-key',
    {
      field: 'api_key',
      headers: (data) => [[text(data, 'header') || 'X-API-Key', text(data, 'apiKey')]],
    },
  ],
  [
    'api-credential',
    {
      field: 'api_credential',
      headers: (data) => [['authorization', `Bearer ${text(data, 'apiKey')}`]],
    },
  ],
  [
    'oauth2',
    {
      field: 'oauth2',
      headers: (data) => [['authorization', `Bearer ${text(data, 'accessToken')}`]],
    },
  ],
  [
    'custom',
    {
      field: 'custom',
      headers: ({ headers }) => {
        if (!isObject(headers)) {
          throw badParameter('The credential has no "headers", an object of names and values.')
        }
        return Object.entries(headers).map(([name, value]) => [name, String(value)])
      },
    },
  ],
])

/** Authentication headers of a credential; undefined for types that have none. */
export function secretHeaders(type: string, data: JsonObject): SecretHeaders | undefined {
  return WAYS.get(type)?.headers(data)
}

/** Authentication headers of the node's credential, with the hosts they may be sent to. */
export async function signIn(call: NodeCall): Promise<HttpCall['secret']> {
  const kind = String(call.parameters.authentication ?? 'none')
  if (kind === 'none') return undefined
  const way = WAYS.get(kind)
  if (!way) throw badParameter(`There is no authentication method "${kind}".`)
  const id = call.credentials[way.field]
  if (!id) throw badParameter('Choose the credential to sign in with.')
  const { data, hosts } = await call.ports.credential(id, kind)
  const signed = { headers: way.headers(data), hosts }
  return kind === 'oauth2' ? { ...signed, isHttpsOnly: true } : signed
}
