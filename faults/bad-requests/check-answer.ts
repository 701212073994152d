import { ERROR_STATUS } from '../../packages/contract/src/index.ts'
import type { BadRequest } from './bad-request.ts'
import type { RawAnswer } from './raw-connection.ts'

const FIELDS = new Set(['code', 'message', 'details', 'requestId'])

/** Words that only occur inside the product. None of the requests contains them. */
const LEAKS: readonly RegExp[] = [
  /\bat [\w.<>]+ \(/,
  /node_modules|node:internal|apps\/server|\.ts:\d/,
  /\b(select|insert|update|delete)\b[^"]{0,200}\b(from|into|set|where)\b/i,
  /violates|syntax error|pg_|invalid byte sequence|duplicate key value|relation "/,
  /ECONN|ENOENT|EACCES|FST_ERR|ZodError|TypeError|SyntaxError/,
  /\/(tmp|home|root|usr|var|etc)\/\w/,
]

/** What the database says about a query that the caller wrote. */
const OWN_QUERY =
  /PostgreSQL cannot parse the query: syntax error|The query does not run: near [^:]*: syntax error/g

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkEnvelope({ status, body, headers }: RawAnswer): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return `the body is not JSON: ${body.slice(0, 120)}`
  }
  const error = isPlainObject(parsed) ? parsed.error : undefined
  if (!isPlainObject(parsed) || Object.keys(parsed).length !== 1 || !isPlainObject(error)) {
    return `the body is not the envelope: ${body.slice(0, 120)}`
  }
  const extra = Object.keys(error).find((key) => !FIELDS.has(key))
  if (extra !== undefined) return `the envelope has the field ${extra}`
  const { code, message, requestId } = error
  if (typeof message !== 'string' || typeof requestId !== 'string')
    return 'the envelope lacks a field'
  const expected = (ERROR_STATUS as Record<string, number>)[String(code)]
  if (expected !== status) return `the code ${code} came with status ${status}`
  if (headers.get('x-request-id') !== requestId) return 'x-request-id is not the id of the envelope'
  const text = body.replaceAll(OWN_QUERY, '')
  for (const leak of LEAKS) {
    const at = text.search(leak)
    if (at >= 0)
      return `the body tells of the inside: ${text.slice(Math.max(0, at - 100), at + 100)}`
  }
  return undefined
}

/** Describes what is wrong with the response to a bad request; undefined if nothing. */
export function checkAnswer(
  request: BadRequest,
  answer: RawAnswer | undefined,
): string | undefined {
  // The server may close the connection for bytes that are not HTTP. It also closes it after the answer to a body that is
  // too large, which it does not read; the rest of the body that still arrives then may discard the answer on its way.
  if (!answer)
    return request.kind === 'protocol' || request.kind === 'size' ? undefined : 'no answer'
  const { status, headers } = answer
  // Node itself rejects a request without a Host, with only the status.
  if (request.kind === 'protocol' && status === 400 && answer.body === '') return undefined
  if (status >= 500) return `status ${status}: ${answer.body.slice(0, 200)}`
  if (request.only && !request.only.includes(status)) {
    return `status ${status} instead of ${request.only.join(' or ')}`
  }
  if (headers.get('x-content-type-options') !== 'nosniff') return `no safe headers on a ${status}`
  if (status < 400 || request.method === 'HEAD') return undefined
  return checkEnvelope(answer)
}
