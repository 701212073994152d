import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, StaffId, Timestamp } from '../protocol/ids.ts'

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
        /** The provider has asked for this session in the last minutes; forms then need no current password. */
        isProved: z.boolean(),
      })
      .nullable(),
  }),
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
