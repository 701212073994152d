import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ConsolePath } from './sso.ts'

export const startSsoProof = endpoint({
  name: 'startSsoProof',
  summary: 'Prove with the identity provider that it is you, for sensitive calls of this session',
  method: 'POST',
  path: '/api/sso/proof/start',
  access: 'staff',
  status: 201,
  body: z.strictObject({
    /** The page to open afterwards. */
    redirect: ConsolePath.default('/home'),
  }),
  answer: z.object({
    /** The address of the provider, which asks for the password or another factor again. */
    url: z.string(),
    /** Kept by the browser that began; it is sent with the answer of the provider. */
    handle: z.string(),
  }),
})

export const finishSsoProof = endpoint({
  name: 'finishSsoProof',
  summary: "End a proof with the provider's answer",
  method: 'POST',
  path: '/api/sso/proof',
  access: 'staff',
  body: z.strictObject({
    handle: z.string().min(1).max(128),
    /** The query with which the provider redirected. */
    query: z.string().max(8192),
  }),
  answer: z.object({ redirect: z.string() }),
})
