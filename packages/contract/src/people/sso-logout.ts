import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done } from '../protocol/ids.ts'

export const logoutSso = endpoint({
  name: 'logoutSso',
  summary: 'Back-channel logout: the identity provider ends sessions that it opened',
  method: 'POST',
  path: '/api/sso/logout',
  access: 'public',
  takesForm: true,
  limits: { bytes: 16_384, depth: 2, keys: 20 },
  // The standard ignores further fields, and answers 400 without a token.
  body: z.object({ logout_token: z.string().optional() }),
  answer: Done,
})
