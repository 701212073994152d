import type { Endpoint } from '../../packages/contract/src/index.ts'
import type { Sample } from './target.ts'

export const KINDS = ['field', 'header', 'path', 'body', 'method', 'size', 'protocol'] as const
/** `field`: valid except for one field of the body, the query or a header. */
export type Kind = (typeof KINDS)[number]

export interface BadRequest {
  endpoint: Endpoint
  kind: Kind
  method: string
  bytes: Buffer
  /** The only acceptable statuses. */
  only?: readonly number[]
}

type Header = [name: string, value: string]

export interface Draft {
  method: string
  path: string
  query: string
  headers: Header[]
  body: Buffer | undefined
}

/** A valid request as parts that can be mutated one by one. */
export function draftOf(endpoint: Endpoint, sample: Sample, token: string | undefined): Draft {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params[name] ?? ''),
  )
  return {
    method: endpoint.method,
    path,
    query: new URLSearchParams(sample.query).toString(),
    headers: [
      ['Host', 'localhost'],
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] satisfies Header]),
    ],
    body: sample.body === undefined ? undefined : Buffer.from(JSON.stringify(sample.body)),
  }
}

export function setHeader(draft: Draft, [name, value]: Header): void {
  draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase())
  draft.headers.push([name, value])
}

/** The request as bytes; each character is one byte. */
export function toBytes(draft: Draft): Buffer {
  const has = (name: string) => draft.headers.some(([other]) => other.toLowerCase() === name)
  const headers = [...draft.headers]
  if (draft.body) {
    if (!has('content-type')) headers.push(['Content-Type', 'application/json'])
    if (!has('content-length') && !has('transfer-encoding')) {
      headers.push(['Content-Length', String(draft.body.length)])
    }
  }
  const target = draft.query === '' ? draft.path : `${draft.path}?${draft.query}`
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(
    `${draft.method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
    'latin1',
  )
  return draft.body ? Buffer.concat([head, draft.body]) : head
}
