import type { Json } from '../../node/json.ts'
import { done, type NodeCall, type NodeRun } from '../../node/node-call.ts'
import { badParameter, NodeFailure } from '../../node/node-failure.ts'
import type { HttpAnswer } from '../../node/ports.ts'
import { numberOf, requiredText, textEntries, textOf } from '../../node/read-parameters.ts'
import { parseAnswer } from '../parts/parse-answer.ts'
import { signIn } from './sign-in.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

function encode(entries: readonly [string, string][]): string {
  return entries
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&')
}

function withQuery(address: string, entries: [string, string][]): string {
  if (entries.length === 0) return address
  const [before = '', fragment] = address.split('#')
  const joined = `${before}${before.includes('?') ? '&' : '?'}${encode(entries)}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

function bodyOf({ parameters }: NodeCall): { type: string; body: string } | undefined {
  switch (parameters.body_kind ?? 'none') {
    case 'json':
      return { type: 'application/json', body: JSON.stringify(parameters.body_json ?? null) }
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        body: encode(textEntries(parameters, 'body_form')),
      }
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: textOf(parameters, 'body_text') }
    default:
      return undefined
  }
}

function readBody(how: Json | undefined, answer: HttpAnswer): Json {
  if (how === 'text' || how === 'file' || answer.body === '') return answer.body
  const saysJson = /[/+]json\b/i.test(answer.headers['content-type'] ?? '')
  if (how !== 'json' && !saysJson) return answer.body
  return parseAnswer(answer.body)
}

export const runHttpRequest: NodeRun = async (call) => {
  const { parameters, ports, key } = call
  const method = textOf(parameters, 'method').toUpperCase() || 'GET'
  if (!METHODS.has(method)) throw badParameter(`"${method}" is not a supported method.`)
  const sent = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(call)
  const headers = textEntries(parameters, 'headers')
  const has = (name: string) => headers.some(([own]) => own.toLowerCase() === name)
  if (sent && !has('content-type')) headers.push(['content-type', sent.type])
  // Identical on every attempt, so that services that support the header execute the request once.
  if (method !== 'GET' && method !== 'HEAD' && !has('idempotency-key')) {
    headers.push(['idempotency-key', key])
  }
  const secret = await signIn(call)
  const answer = await ports.http({
    method,
    url: withQuery(requiredText(parameters, 'url').trim(), textEntries(parameters, 'query')),
    headers,
    ...(secret ? { secret } : {}),
    ...(sent ? { body: sent.body } : {}),
    ...(parameters.response === 'file' ? { toFile: true } : {}),
    timeLimitMs: 1000 * numberOf(parameters, 'time_limit', { min: 1, max: 30, otherwise: 30 }),
  })
  if (answer.status >= 400 && parameters.on_status !== 'pass') {
    throw new NodeFailure(`The address answered ${answer.status}: ${answer.body.slice(0, 200)}`, {
      retry: answer.status >= 500 || answer.status === 429 || answer.status === 408,
    })
  }
  return done({
    status: answer.status,
    headers: answer.headers,
    body: answer.file ?? readBody(parameters.response, answer),
  })
}
