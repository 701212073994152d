import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, StaffId, Timestamp } from '../protocol/ids.ts'
import { ConsolePath } from './sso.ts'

export const getSsoIdentity = endpoint({
  name: 'getSsoIdentity',
  summary: 'Whether the own account is connected with the identity provider',
  method: 'GET',
  path: '/api/sso/identity',
  access: 'staff',
  answer: z.object({
    identity: z
      .object({
        /** The name of the provider; null for one that was removed or replaced. */
        provider: z.string().nullable(),
        connectedOn: Timestamp,
        usedOn: Timestamp,
        /** The provider can ask the person again, to prove that it is them. */
        canProve: z.boolean(),
        /** The provider has asked for this session in the last minutes; forms then need no current password. */
        isProved: z.boolean(),
      })
      .nullable(),
    /** The name of the provider with which the account can be connected. */
    offered: z.string().nullable(),
  }),
})

export const startSsoConnection = endpoint({
  name: 'startSsoConnection',
  summary: 'Begin to connect the own account with a person of the identity provider',
  method: 'POST',
  path: '/api/sso/identity/start',
  access: 'staff',
  proof: 'always',
  status: 201,
  body: z.strictObject({
    /** The page to open afterwards. */
    redirect: ConsolePath.default('/home'),
  }),
  answer: z.object({
    /** The address of the provider to open. */
    url: z.string(),
    /** Stored by the browser that began; it is sent with the answer of the provider. */
    handle: z.string(),
  }),
})

export const finishSsoConnection = endpoint({
  name: 'finishSsoConnection',
  summary: "Connect the own account, with the provider's answer",
  method: 'POST',
  path: '/api/sso/identity',
  access: 'staff',
  body: z.strictObject({
    handle: z.string().min(1).max(128),
    /** The query with which the provider redirected. */
    query: z.string().max(8192),
  }),
  answer: z.object({ redirect: z.string() }),
})

export const disconnectIdentity = endpoint({
  name: 'disconnectIdentity',
  summary: 'Disconnect the own account from the identity provider and end the sessions it opened',
  method: 'DELETE',
  path: '/api/sso/identity',
  access: 'staff',
  proof: 'always',
  body: NoBody,
  answer: Done,
})

export const disconnectStaffIdentity = endpoint({
  name: 'disconnectStaffIdentity',
  summary: 'Disconnect a user from the identity provider and end the sessions it opened',
  method: 'DELETE',
  path: '/api/sso/staff/{staffId}/identity',
  access: 'admin',
  proof: 'always',
  params: z.strictObject({ staffId: StaffId }),
  body: NoBody,
  answer: Done,
})
