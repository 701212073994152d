import type { Readable } from 'node:stream'
import { DEFAULT_LIMITS } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { endBodyTime } from './limit-body-time.ts'
import { parseJson } from './parse-json.ts'
import { Refusal } from './refusal.ts'

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"?)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a body as JSON in UTF-8 and as nothing else; an empty one is none, whatever its type says. */
export async function readBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  endBodyTime(request.raw)
  if (body.length === 0) return undefined
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('unsupported_type', 'The body must be application/json in UTF-8.')
  }
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new Refusal('bad_request', 'The body is not valid UTF-8.')
  }
  return parseJson(text, request.routeOptions.config.limits ?? DEFAULT_LIMITS)
}

/** Lines go on as they arrive to a call that takes them, and to no other. */
export async function takeLines(request: FastifyRequest, body: Readable): Promise<Readable> {
  if (request.routeOptions.config.takesLines) return body
  body.resume()
  throw new Refusal('unsupported_type', 'The body must be application/json in UTF-8.')
}
