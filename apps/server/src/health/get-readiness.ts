import { getReadiness as endpoint } from '@plinth/contract'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { checkParts } from './check-parts.ts'

export const getReadiness = route(endpoint, async (_call, context) => {
  const parts = await checkParts(context)
  if (parts.every((part) => part.ready)) return { status: 'ready' as const, parts }
  throw new Refusal('unavailable', 'Not every part is ready.', {
    details: { status: 'starting', parts },
    retryAfterSeconds: 1,
  })
})
