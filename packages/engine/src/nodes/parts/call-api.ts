import { isObject, type JsonObject } from '../../node/json.ts'
import type { NodeCall } from '../../node/node-call.ts'
import { badParameter, NodeFailure } from '../../node/node-failure.ts'
import { parseAnswer } from './parse-answer.ts'

interface ApiCall {
  /** The credential type, and the field that holds the bearer token. */
  type: string
  token: string
  path: string
  body: JsonObject
  timeLimitMs: number
}

/** Posts JSON to the service of the node's credential. */
export async function callApi(call: NodeCall, api: ApiCall): Promise<JsonObject> {
  const id = call.credentials.credential
  if (!id) throw badParameter('Choose a credential.')
  const { data, hosts } = await call.ports.credential(id, api.type)
  const baseUrl = String(data.baseUrl ?? '').replace(/\/+$/, '')
  if (baseUrl === '') throw badParameter('The credential has no "baseUrl".')
  const answer = await call.ports.http({
    method: 'POST',
    url: `${baseUrl}${api.path}`,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['idempotency-key', call.key],
    ],
    secret: { headers: [['authorization', `Bearer ${String(data[api.token] ?? '')}`]], hosts },
    body: JSON.stringify(api.body),
    timeLimitMs: api.timeLimitMs,
  })
  if (answer.status >= 400) {
    throw new NodeFailure(`The service answered ${answer.status}: ${answer.body.slice(0, 200)}`, {
      retry: answer.status >= 500 || answer.status === 429,
    })
  }
  const value = parseAnswer(answer.body)
  if (!isObject(value))
    throw new NodeFailure('The service returned a response that cannot be parsed.')
  return value
}
