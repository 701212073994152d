import { getLiveness as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'

export const getLiveness = route(endpoint, async () => ({ status: 'live' as const }))
