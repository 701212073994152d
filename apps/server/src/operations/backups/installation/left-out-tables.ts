const ENDED = 'everybody signs in again'
const RUNTIME = 'belongs to the durable runtime, which starts empty'
const SHORT = 'valid for minutes'
const PROCESS = 'belongs to running processes'
const REBUILT = 'made again by the restored server'
const ARCHIVES = 'archives of single projects are not in the archive'

/**
 * Tables of the platform that an archive of the installation leaves out, and why. A new table is included unless it is
 * listed here.
 */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  migration: 'written by the restore itself',
  compatible_migration: 'written by the restore itself',
  session: ENDED,
  app_session: ENDED,
  password_reset: SHORT,
  app_link: SHORT,
  app_code: SHORT,
  app_provider_sign_in: SHORT,
  app_passkey_challenge: SHORT,
  device_login: SHORT,
  passkey_challenge: SHORT,
  sso_transaction: SHORT,
  sso_logout_token: SHORT,
  credential_authorization: SHORT,
  idempotency: SHORT,
  rate_limit: SHORT,
  sign_in_failure: SHORT,
  webhook_listener: SHORT,
  notice: 'mails of the moment of the backup',
  mail_status: REBUILT,
  availability_version: PROCESS,
  budget_version: PROCESS,
  job_lease: PROCESS,
  file_lease: PROCESS,
  worker_version: PROCESS,
  outbox: RUNTIME,
  open_task: RUNTIME,
  call_signing: RUNTIME,
  approval_link: 'the runs that they decide end with the restore',
  staged_credential: 'belongs to a release in progress, which ends',
  staged_secret: 'belongs to a release in progress, which ends',
  staged_workflow: 'belongs to a release in progress, which ends',
  watched_rows: REBUILT,
  pending_row_events: REBUILT,
  upload: 'read with the files themselves, after the rows that refer to them',
  backup: ARCHIVES,
  restore: ARCHIVES,
  restore_part: ARCHIVES,
  replaced_placement: 'databases that are not restored',
}
