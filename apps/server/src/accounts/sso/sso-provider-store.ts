import type { SsoProvider } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface StoredProvider extends SsoProvider {
  organisationId: string
  sealedSecret: Buffer
}

/** What binds the sealed secret to its row. */
export const providerBinding = (organisationId: string) => ['sso-provider', organisationId]

/** The provider of the installation's organisation. */
export async function findStoredProvider(on: Queryable): Promise<StoredProvider | undefined> {
  const [row] = await on.query<StoredProvider & Record<string, unknown>>(sql`
    select organisation_id as "organisationId", issuer, client_id as "clientId",
      client_secret as "sealedSecret", name, domains, verified_claim as "verifiedClaim",
      sso_only as "ssoOnly"
    from sso_provider order by organisation_id limit 1`)
  return row
}

export async function setStoredProvider(
  transaction: Transaction,
  provider: StoredProvider,
): Promise<void> {
  await transaction.query(sql`
    insert into sso_provider (organisation_id, issuer, client_id, client_secret, name, domains,
      verified_claim, sso_only)
    values (${provider.organisationId}, ${provider.issuer}, ${provider.clientId},
      ${provider.sealedSecret}, ${provider.name}, ${provider.domains}, ${provider.verifiedClaim},
      ${provider.ssoOnly})
    on conflict (organisation_id) do update set issuer = excluded.issuer,
      client_id = excluded.client_id, client_secret = excluded.client_secret, name = excluded.name,
      domains = excluded.domains, verified_claim = excluded.verified_claim, sso_only = excluded.sso_only,
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
