import { getReadiness as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Context } from '../context/context.ts'
import { checkParts } from './check-parts.ts'

export const getReadiness = route(endpoint, async (_call, context: Context) => {
  const parts = await checkParts(context)
  if (parts.every((part) => part.ready)) return { status: 'ready' as const, parts }
  throw new ApiError('unavailable', 'Not every part is ready.', {
    details: { status: 'starting', parts },
    retryAfterSeconds: 1,
  })
})
