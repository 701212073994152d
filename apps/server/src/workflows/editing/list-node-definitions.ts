import { listNodeDefinitions as endpoint } from '@plinth/contract'
import { nodeDefinitions } from '@plinth/engine'
import { route } from '../../foundation/http/calls/route.ts'

export const listNodeDefinitions = route(endpoint, async () => ({ data: { nodeDefinitions } }))
