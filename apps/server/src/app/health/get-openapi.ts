import { ENDPOINTS, getOpenapi as endpoint, openapiDocument } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { HttpContext } from '../../foundation/http/handling/http-context.ts'
import { VERSION } from './version.ts'

const document = openapiDocument({ version: VERSION, endpoints: ENDPOINTS, servers: [] })

export const getOpenapi = route(endpoint, async (_, { env }: Pick<HttpContext, 'env'>) => ({
  ...document,
  servers: [{ url: env.baseUrl }],
}))
