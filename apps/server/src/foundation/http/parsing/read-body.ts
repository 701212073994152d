import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { DEFAULT_LIMITS } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { endBodyTime } from './limit-body.ts'
import { parseJson } from './parse-json.ts'

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"?)?$/i

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

function jsonIn(request: FastifyRequest, body: Buffer): unknown {
  endBodyTime(request.raw)
  if (body.length === 0) return undefined
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
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
