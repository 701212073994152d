import type { WorkflowNode } from '@plinth/contract'
import { writeEntries } from '../../expression/read-entries.ts'
import { looksSecret } from '../forms/looks-secret.ts'
import type { CurlRequest } from './parse-curl.ts'

type Parameters = WorkflowNode['data']['parameters']

interface CurlResult {
  parameters: Parameters
  /** Names of the secrets that are not stored in the workflow. */
  secrets: string[]
  /** Parts of the command that are not taken over. */
  ignored: string[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const isNamed = (name: string) => (header: readonly [string, string]) =>
  header[0].toLowerCase() === name

function parseJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

/** Form fields; a repeated name has a list. Undefined if the text is not encoded as a form. */
function parseForm(text: string): string | undefined {
  const fields = new Map<string, string | string[]>()
  for (const pair of text.split('&')) {
    const [name = '', ...rest] = pair.split('=')
    if (name === '' || rest.length === 0) return undefined
    try {
      const [key = '', value = ''] = [name, rest.join('=')].map((one) =>
        decodeURIComponent(one.replaceAll('+', ' ')),
      )
      const before = fields.get(key)
      fields.set(key, before === undefined ? value : [before, value].flat())
    } catch {
      return undefined
    }
  }
  return writeEntries([...fields])
}

function bodyOf({ data, isJson, headers }: CurlRequest): { body: Parameters; type?: string } {
  if (data === undefined) return { body: { body_kind: 'none' } }
  const type = headers.find(isNamed('content-type'))?.[1]
  const json =
    /json/i.test(type ?? '') || isJson || type === undefined ? parseJson(data) : undefined
  if (json !== undefined && /^[[{]/.test(json)) {
    return { body: { body_kind: 'json', body_json: json }, type: 'application/json' }
  }
  const isForm = type === undefined || /x-www-form-urlencoded/i.test(type)
  const form = isForm ? parseForm(data) : undefined
  if (form !== undefined) {
    return {
      body: { body_kind: 'form', body_form: form },
      type: 'application/x-www-form-urlencoded',
    }
  }
  return { body: { body_kind: 'text', body_text: data } }
}

/** How the node signs in instead of with a header that holds a secret. */
function authenticationOf(name: string, value: string): string {
  if (name.toLowerCase() !== 'authorization') return 'api-key'
  if (/^bearer\s/i.test(value)) return 'api-credential'
  return /^basic\s/i.test(value) ? 'basic-auth' : 'custom'
}

/** The parameters of an HTTP request node for a cURL command. */
export function curlParameters(
  request: CurlRequest,
  { keepsSecrets }: { keepsSecrets: boolean },
): CurlResult {
  const { body, type } = bodyOf(request)
  const ignored = [...request.ignored]
  const isText = body.body_kind === 'text'
  const plain = request.headers.filter(
    (header) => !(isNamed('content-type')(header) && header[1].toLowerCase() === type),
  )
  const hasType = request.headers.some(isNamed('content-type'))
  const headers = isText && !hasType ? [...plain, FORM_TYPE] : plain
  const user = request.user === undefined ? [] : [basicHeader(request.user)]
  const all = [...headers, ...user]
  const hidden = keepsSecrets ? [] : all.filter(([name, value]) => looksSecret(name, value))
  const [secret] = hidden
  const shown = all.filter((header) => !hidden.includes(header))
  const isKnown = METHODS.includes(request.method)
  if (!isKnown) ignored.push(`-X ${request.method}`)
  const doubled = shown.filter(([name], at) => shown.findIndex(isNamed(name.toLowerCase())) < at)
  ignored.push(...doubled.map(([name, value]) => `-H ${name}: ${value}`))
  const seconds = Math.min(30, Math.max(1, Math.round(request.timeLimit ?? 30)))
  return {
    parameters: {
      method: isKnown ? request.method : 'GET',
      url: request.url,
      query: '{}',
      headers: writeEntries(shown.filter((header) => !doubled.includes(header))),
      authentication: secret ? authenticationOf(...secret) : 'none',
      ...body,
      ...(request.timeLimit === undefined ? {} : { time_limit: seconds }),
    },
    secrets: hidden.map(([name]) => name),
    ignored,
  }
}

const FORM_TYPE = ['Content-Type', 'application/x-www-form-urlencoded'] as const

function basicHeader(user: string): readonly [string, string] {
  const bytes = new TextEncoder().encode(user)
  return ['Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`]
}
