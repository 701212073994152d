import { ProviderEndpoints, SecretSigner, type SsoProvider } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'

export interface StoredProvider extends SsoProvider {
  organisationId: string
  sealedSecret: Buffer
}

/** What binds the sealed secret to its row. */
export const providerBinding = (organisationId: string) => ['sso-provider', organisationId]

/** Objects as JSON; no verified claim is the empty text. */
interface ProviderRow extends Omit<StoredProvider, 'verifiedClaim' | 'signer' | 'endpoints'> {
  verifiedClaim: string
  signer: string | null
  endpoints: string | null
}

const WHAT = 'identity provider'
const toText = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** The provider of the installation's organisation. */
export async function findStoredProvider(on: Queryable): Promise<StoredProvider | undefined> {
  const [row] = await on.query<ProviderRow & Record<string, unknown>>(sql`
    select organisation_id as "organisationId", issuer, client_id as "clientId",
      client_secret as "sealedSecret", name, domains, verified_claim as "verifiedClaim",
      sso_only as "ssoOnly", scope, form_post as "formPost", signer, endpoints
    from sso_provider order by organisation_id limit 1`)
  if (!row) return undefined
  const { verifiedClaim, signer, endpoints } = row
  return {
    ...row,
    verifiedClaim: verifiedClaim === '' ? null : verifiedClaim,
    signer: signer === null ? null : readStored(SecretSigner, signer, WHAT),
    endpoints: endpoints === null ? null : readStored(ProviderEndpoints, endpoints, WHAT),
  }
}

export async function setStoredProvider(
  transaction: Transaction,
  provider: StoredProvider,
): Promise<void> {
  await transaction.query(sql`
    insert into sso_provider (organisation_id, issuer, client_id, client_secret, name, domains,
      verified_claim, sso_only, scope, form_post, signer, endpoints)
    values (${provider.organisationId}, ${provider.issuer}, ${provider.clientId},
      ${provider.sealedSecret}, ${provider.name}, ${provider.domains},
      ${provider.verifiedClaim ?? ''}, ${provider.ssoOnly}, ${provider.scope}, ${provider.formPost},
      ${toText(provider.signer)}, ${toText(provider.endpoints)})
    on conflict (organisation_id) do update set issuer = excluded.issuer,
      client_id = excluded.client_id, client_secret = excluded.client_secret, name = excluded.name,
      domains = excluded.domains, verified_claim = excluded.verified_claim, sso_only = excluded.sso_only,
      scope = excluded.scope, form_post = excluded.form_post, signer = excluded.signer,
      endpoints = excluded.endpoints,
      updated_at = now()`)
}

/** Returns the issuer of the dropped provider; undefined if there is none. */
export async function dropStoredProvider(
  transaction: Transaction,
  organisationId: string,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ issuer: string }>(sql`
    delete from sso_provider where organisation_id = ${organisationId} returning issuer`)
  return row?.issuer
}
