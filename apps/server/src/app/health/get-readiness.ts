import { getReadiness as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Context } from '../context/context.ts'
import { checkParts } from './check-parts.ts'

export const getReadiness = route(endpoint, async (_call, context: Context) => {
  if (context.stopping.aborted) {
    throw new ApiError('unavailable', 'The process is stopping.', {
      details: { status: 'stopping', parts: [] },
      retryAfterSeconds: 1,
    })
  }
  const parts = (await checkParts(context)).map(({ version: _, detail: _detail, ...part }) => part)
  if (parts.every((part) => part.ready)) return { status: 'ready' as const, parts }
  if (!parts.some((part) => part.required && !part.ready))
    return { status: 'degraded' as const, parts }
  throw new ApiError('unavailable', 'Not every part is ready.', {
    details: { status: 'starting', parts },
    retryAfterSeconds: 1,
  })
})
