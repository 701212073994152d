import { DEFAULT_LIMITS } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { parseJson } from '../../../foundation/http/parsing/parse-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_FIELDS = 1_000

/** Names with their values; a repeated name gets a list. */
export function readFields<T extends Json>(
  entries: Iterable<[string, T]>,
): { [name: string]: Json } {
  const fields = new Map<string, T[]>()
  let count = 0
  for (const [name, value] of entries) {
    count += 1
    if (count > MAX_FIELDS)
      throw new ApiError('too_large', `There are more than ${MAX_FIELDS} fields.`)
    if (FORBIDDEN.has(name)) throw new ApiError('bad_request', `The key "${name}" is not allowed.`)
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? null)]),
  )
}

async function readForm(body: Buffer, type: string): Promise<Json> {
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const form = await sent.formData().catch(() => {
    throw new ApiError('bad_request', 'The form could not be read.')
  })
  const entries = [...form].map(async ([name, value]): Promise<[string, Json]> => {
    if (typeof value === 'string') return [name, value]
    const base64 = Buffer.from(await value.arrayBuffer()).toString('base64')
    return [name, { name: value.name, type: value.type, base64 }]
  })
  return readFields(await Promise.all(entries))
}

/** The body as a run's payload: parsed JSON, form fields, text, or base64 for anything else. */
export async function readHookBody(body: Buffer, contentType: string): Promise<Json> {
  if (body.length === 0) return null
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  if (type === 'multipart/form-data') return readForm(body, contentType)
  const isText = type === '' || type.startsWith('text/')
  const isJson = type === 'application/json' || type.endsWith('+json')
  const isForm = type === 'application/x-www-form-urlencoded'
  const binary = () => ({
    type: type || 'application/octet-stream',
    base64: body.toString('base64'),
  })
  if (!isText && !isJson && !isForm) return binary()
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    if (isJson) throw new ApiError('bad_request', 'The body is not valid UTF-8.')
    return binary()
  }
  if (isJson) return parseJson(text, DEFAULT_LIMITS) as Json
  return isForm ? readFields(new URLSearchParams(text)) : text
}
