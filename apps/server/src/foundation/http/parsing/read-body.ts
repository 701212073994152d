import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { DEFAULT_LIMITS } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { endBodyTime } from './limit-body.ts'
import { parseJson } from './parse-json.ts'

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"?)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(; *charset="?utf-8"?)?$/i

/** Removes a byte order mark. */
function textOf(body: Buffer): string {
  const text = body.toString()
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Parses a body as JSON in UTF-8; an empty body is undefined, whatever its content type. */
export function parseBody(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  let value: unknown
  try {
    value = jsonIn(request, body)
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, value)
}

/** A form as an object; throws 400 for a field that is repeated. */
function formIn(body: Buffer): Record<string, string> {
  const fields = [...new URLSearchParams(textOf(body))]
  const form = Object.fromEntries(fields)
  if (Object.keys(form).length < fields.length) {
    throw new ApiError('bad_request', 'A field of the form is repeated.')
  }
  return form
}

function jsonIn(request: FastifyRequest, body: Buffer): unknown {
  endBodyTime(request.raw)
  if (body.length === 0) return undefined
  const type = request.headers['content-type'] ?? ''
  if (request.routeOptions.config.takesForm && FORM_TYPE.test(type)) return formIn(body)
  if (!JSON_TYPE.test(type)) {
    throw new ApiError('unsupported_type', 'The body must be application/json in UTF-8.')
  }
  if (!isUtf8(body)) throw new ApiError('bad_request', 'The body is not valid UTF-8.')
  return parseJson(textOf(body), request.routeOptions.config.limits ?? DEFAULT_LIMITS)
}

/** Passes an NDJSON body on as a stream; throws 415 for endpoints that do not take NDJSON. */
export async function takeLines(request: FastifyRequest, body: Readable): Promise<Readable> {
  if (request.routeOptions.config.takesLines) return body
  body.resume()
  throw new ApiError('unsupported_type', 'The body must be application/json in UTF-8.')
}
