import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from '../settings/env.ts'
import { currentTraceId } from './spans.ts'

/** The server's log. Each line that belongs to a trace has its id. */
export function openLog(
  { logLevel: level, traces }: Pick<Env, 'logLevel' | 'traces'>,
  destination?: DestinationStream,
): Logger {
  const redact = ['req.headers.authorization']
  const mixin = traces && (() => ({ traceId: currentTraceId() }))
  const options = { level, redact, ...(mixin && { mixin }) }
  return destination ? pino(options, destination) : pino(options)
}
