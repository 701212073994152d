import { isDeepStrictEqual } from 'node:util'
import type { ProviderShape } from '@plinth/contract'

type Client = Pick<ProviderShape, 'issuer' | 'clientId' | 'endpoints' | 'signer'>

/** Whether a stored secret is for this provider, and goes to the same addresses. */
export const isSameClient = (before: Client, after: Client): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  isDeepStrictEqual(before.endpoints, after.endpoints) &&
  isDeepStrictEqual(before.signer, after.signer)
