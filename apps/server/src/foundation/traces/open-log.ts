import { SERVER_KEY_HEADER } from '@plinth/contract'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from '../settings/env.ts'
import { currentTraceId } from './spans.ts'

/** Headers that are not logged. */
const SECRET_HEADERS = [
  'req.headers.authorization',
  `req.headers["${SERVER_KEY_HEADER.toLowerCase()}"]`,
]

/** The server's log. Each line that belongs to a trace has its id. */
export function openLog(
  { logLevel: level, traces }: Pick<Env, 'logLevel' | 'traces'>,
  destination?: DestinationStream,
): Logger {
  const mixin = traces && (() => ({ traceId: currentTraceId() }))
  const options = { level, redact: SECRET_HEADERS, ...(mixin && { mixin }) }
  return destination ? pino(options, destination) : pino(options)
}
