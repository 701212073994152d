import { ENDPOINTS, getOpenapi as endpoint, openapiDocument } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'

const document = openapiDocument({ version: '0.1.0', endpoints: ENDPOINTS })

export const getOpenapi = route(endpoint, async () => ({ ...document }))
