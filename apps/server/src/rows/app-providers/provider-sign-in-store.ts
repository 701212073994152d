import { SSO_MINUTES } from '@plinth/contract'
import type { SsoProfile } from '../../accounts/identity-provider/sso-profile.ts'
import { readSsoProfile } from '../../accounts/sso/sso-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { TICKET_MINUTES } from '../app-sign-in/app-code-store.ts'
import type { AuthTableId, ProviderKey } from './app-provider-store.ts'

interface StartedSignIn extends ProviderKey {
  readonly stateHash: Buffer
  readonly issuer: string
  readonly clientId: string
  readonly sealedHandle: Buffer
  readonly challenge: string
  readonly redirect: string
  readonly inPopup: boolean
  /** The signed-in user to whom the identity is linked. */
  readonly linksUser: string | undefined
}

/** What binds the sealed handle to its sign-in. */
export const handleBinding = (stateHash: Buffer) => [
  'app-provider-sign-in',
  stateHash.toString('hex'),
]

export async function addProviderSignIn(on: Queryable, started: StartedSignIn): Promise<void> {
  await on.query(sql`
    insert into app_provider_sign_in (state_hash, environment_id, table_id, provider, issuer, client_id,
      sealed_handle, challenge, redirect, in_popup, links_user, expires_at)
    values (${started.stateHash}, ${started.environmentId}, ${started.tableId}, ${started.name},
      ${started.issuer}, ${started.clientId}, ${started.sealedHandle}, ${started.challenge},
      ${started.redirect}, ${started.inPopup}, ${started.linksUser ?? null},
      now() + make_interval(mins => ${SSO_MINUTES}))`)
}

interface Claimed extends Record<string, unknown> {
  projectId: string
  issuer: string
  clientId: string
  sealedHandle: Buffer
  redirect: string
  inPopup: boolean
  isLink: boolean
}

/** Marks a sign-in as answered; undefined if it was answered before, has expired or belongs to another provider. */
export async function claimProviderSignIn(
  on: Queryable,
  { stateHash, environmentId, tableId, name }: ProviderKey & { stateHash: Buffer },
): Promise<Claimed | undefined> {
  const [row] = await on.query<Claimed>(sql`
    update app_provider_sign_in as begun set used_at = now()
    from environment join project on project.id = environment.project_id
    where environment.id = begun.environment_id and project.deleted_at is null and state_hash = ${stateHash} and begun.environment_id = ${environmentId} and table_id = ${tableId}
      and provider = ${name} and used_at is null and begun.expires_at > now()
    returning project.id as "projectId", issuer, client_id as "clientId", sealed_handle as "sealedHandle", redirect,
      in_popup as "inPopup", links_user is not null as "isLink"`)
  return row
}

/** Stores what the provider has proved, with the ticket of the app. */
export async function saveProviderTicket(
  on: Queryable,
  {
    stateHash,
    ticketHash,
    profile,
  }: { stateHash: Buffer; ticketHash: Buffer; profile: SsoProfile },
): Promise<void> {
  await on.query(sql`
    update app_provider_sign_in set ticket_hash = ${ticketHash}, profile = ${JSON.stringify(profile)},
      expires_at = now() + make_interval(mins => ${TICKET_MINUTES})
    where state_hash = ${stateHash}`)
}

interface TakenTicket {
  challenge: string
  provider: string
  clientId: string
  linksUser: string | null
  profile: SsoProfile
}

/** Consumes a ticket: of two concurrent uses one succeeds. */
export async function takeProviderTicket(
  on: Queryable,
  { ticketHash, environmentId, tableId }: AuthTableId & { ticketHash: Buffer },
): Promise<TakenTicket | undefined> {
  type Row = Omit<TakenTicket, 'profile'> & { profile: string } & Record<string, unknown>
  const [row] = await on.query<Row>(sql`
    delete from app_provider_sign_in where ticket_hash = ${ticketHash}
      and environment_id = ${environmentId} and table_id = ${tableId} and expires_at > now()
    returning challenge, provider, client_id as "clientId", links_user as "linksUser", profile`)
  return row && { ...row, profile: readSsoProfile(row.profile) }
}
