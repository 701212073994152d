import {
  APP_MAIL_FIELDS,
  type AppMailKind,
  type AppMailWords,
  type AppSignIn,
  DEFAULT_APP_MAILS,
  DEFAULT_SESSION_DAYS,
} from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** How users of an Auth table sign in, as it is stored. */
export type SignInSettings = Omit<
  AppSignIn,
  'environmentId' | 'environment' | 'tableId' | 'table' | 'revision'
>

interface TableKey {
  readonly environmentId: string
  readonly tableId: string
}

type Stored = SignInSettings & TableKey & { revision: number }

const { code, verify, reset } = DEFAULT_APP_MAILS

/** Without a row users sign in by password only. */
export const DEFAULT_SIGN_IN: SignInSettings & { revision: number } = {
  byCode: false,
  createsAccounts: false,
  redirects: [],
  mailSubject: code.subject,
  mailText: code.text,
  verifySubject: verify.subject,
  verifyText: verify.text,
  resetSubject: reset.subject,
  resetText: reset.text,
  sessionDays: DEFAULT_SESSION_DAYS,
  passkeyHost: null,
  revision: 0,
}

/** The words of a mail, as the project or the product wrote them. */
export function wordsOfMail(settings: SignInSettings, kind: AppMailKind): AppMailWords {
  const { subject, text } = APP_MAIL_FIELDS[kind]
  return { subject: settings[subject], text: settings[text] }
}

const COLUMNS = sql`environment_id as "environmentId", table_id as "tableId", by_code as "byCode",
  creates_accounts as "createsAccounts", redirects, mail_subject as "mailSubject", mail_text as "mailText",
  coalesce(verify_subject, ${verify.subject}) as "verifySubject",
  coalesce(verify_text, ${verify.text}) as "verifyText",
  coalesce(reset_subject, ${reset.subject}) as "resetSubject",
  coalesce(reset_text, ${reset.text}) as "resetText", session_days as "sessionDays",
  passkey_host as "passkeyHost", revision`

/** The stored settings of environments. */
export function selectSignIn(on: Queryable, environmentIds: readonly string[]): Promise<Stored[]> {
  return on.query<Stored & Record<string, unknown>>(sql`
    select ${COLUMNS} from app_sign_in where environment_id = any(${environmentIds})`)
}

export async function findSignIn(
  on: Queryable,
  { environmentId, tableId }: TableKey,
): Promise<SignInSettings & { revision: number }> {
  const [row] = await on.query<Stored & Record<string, unknown>>(sql`
    select ${COLUMNS} from app_sign_in where environment_id = ${environmentId} and table_id = ${tableId}`)
  return row ?? DEFAULT_SIGN_IN
}

/** The settings of a table; other saves in its environment wait until the transaction ends. */
export async function lockSignInForUpdate(
  transaction: Transaction,
  key: TableKey,
): Promise<SignInSettings & { revision: number }> {
  await transaction.query(
    sql`select from environment where id = ${key.environmentId} for no key update`,
  )
  return findSignIn(transaction, key)
}

/** Replaces the settings of a table; returns the new revision. */
export async function putSignIn(
  transaction: Transaction,
  { environmentId, tableId, ...put }: TableKey & SignInSettings,
): Promise<number> {
  const [row] = await transaction.query<{ revision: number }>(sql`
    insert into app_sign_in (environment_id, table_id, by_code, creates_accounts, redirects, mail_subject, mail_text,
      verify_subject, verify_text, reset_subject, reset_text, session_days, passkey_host)
    values (${environmentId}, ${tableId}, ${put.byCode}, ${put.createsAccounts}, ${put.redirects}::text[],
      ${put.mailSubject}, ${put.mailText},
      nullif(${put.verifySubject}, ${verify.subject}), nullif(${put.verifyText}, ${verify.text}),
      nullif(${put.resetSubject}, ${reset.subject}), nullif(${put.resetText}, ${reset.text}), ${put.sessionDays},
      ${put.passkeyHost})
    on conflict (environment_id, table_id) do update set by_code = excluded.by_code,
      creates_accounts = excluded.creates_accounts, redirects = excluded.redirects,
      mail_subject = excluded.mail_subject, mail_text = excluded.mail_text,
      verify_subject = excluded.verify_subject, verify_text = excluded.verify_text,
      reset_subject = excluded.reset_subject, reset_text = excluded.reset_text, session_days = excluded.session_days,
      passkey_host = excluded.passkey_host,
      revision = app_sign_in.revision + 1, updated_at = now()
    returning revision`)
  return row?.revision ?? 1
}
