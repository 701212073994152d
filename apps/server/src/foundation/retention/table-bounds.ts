import { PERSONAL_KEY_IDLE_DAYS } from '@plinth/contract'

/** Rows older than `days` are deleted, by a column with an index. */
export interface AgeBound {
  readonly rule: 'age'
  readonly column: string
  readonly days: number
  /** The column counts milliseconds since 1970. */
  readonly isEpochMs?: true
}

/** Of each parent the newest rows are kept, as many as PLINTH_HISTORY_COUNT; a row in use is kept as well. */
export interface NewestBound {
  readonly rule: 'newest'
  /** The table that the rows belong to, and their column with its id. */
  readonly parent: string
  readonly column: string
  readonly order: string
  readonly inUse?: string
}

/** Rows of which nothing is left that needs them are deleted. */
export interface UnneededBound {
  readonly rule: 'unneeded'
  readonly key: string
  readonly where: string
}

/** A job of its own deletes the rows. */
interface JobBound {
  readonly rule: 'job'
  readonly job: string
  readonly reason: string
}

/** The number of rows cannot grow without end; `by` says why. */
interface GivenBound {
  readonly rule: 'given'
  readonly by: string
}

type TableBound = AgeBound | NewestBound | UnneededBound | JobBound | GivenBound

const age = (column: string, days: number): AgeBound => ({ rule: 'age', column, days })
const job = (name: string, reason: string): JobBound => ({ rule: 'job', job: name, reason })
const given = (by: string): GivenBound => ({ rule: 'given', by })

const PER_ENVIRONMENT = given('one row per environment')
const BY_PEOPLE = given('people create and delete them one by one')
const WITH_RELEASE = given('deleted when the release ends, and with its release')

/**
 * What bounds each table of the platform's database. A test compares the list with the catalogue, so that a new table
 * needs an entry.
 */
export const TABLE_BOUNDS: Readonly<Record<string, TableBound>> = {
  migration: given('one row per migration of the build'),
  compatible_migration: given('one row per migration of the newest release'),
  organisation: BY_PEOPLE,
  staff: BY_PEOPLE,
  session: age('expires_at', 0),
  personal_key: age('last_used_at', PERSONAL_KEY_IDLE_DAYS),
  device_login: age('expires_at', 0),
  password_reset: age('expires_at', 0),
  sso_transaction: age('expires_at', 0),
  sso_logout_token: age('expires_at', 0),
  sso_group_policy: given('one row per organisation'),
  sso_group_rule: BY_PEOPLE,
  sso_provider: given('one row per organisation'),
  staff_identity: given('one row per account and provider'),
  two_factor: given('one row per account'),
  recovery_code: given('a fixed number per account'),
  staff_passkey: given('at most 20 per account'),
  passkey_challenge: age('expires_at', 0),
  invitation: age('expires_at', 30),
  sign_in_failure: age('ends_at', 0),
  sign_in_network: age('used_at', 90),
  sign_in_device: age('used_at', 90),
  notice: age('created_at', 7),
  mail_status: given('a single row'),
  // No index: the limiter updates `expire` with every request, and the table has the callers of a few minutes only.
  rate_limit: { ...age('expire', 0), isEpochMs: true },

  project: job('erase-deleted-projects', 'deleted 30 days after a person deleted it'),
  availability_version: given('a single row'),
  budget: given('one row per project, and one per organisation'),
  budget_version: given('a single row'),
  budget_warning: given('one row per project, kind and level'),
  project_usage: given('one row per project'),
  usage_day: job('usage-retention', 'deleted after 400 days'),
  membership: BY_PEOPLE,
  environment: given('two rows per project'),
  placement: PER_ENVIRONMENT,
  configuration: PER_ENVIRONMENT,
  configuration_revision: {
    rule: 'newest',
    parent: 'environment',
    column: 'environment_id',
    order: 'revision',
  },
  domain: BY_PEOPLE,
  allowed_origins: PER_ENVIRONMENT,
  constant: BY_PEOPLE,
  api_key: BY_PEOPLE,
  saved_query: given('at most 200 per project'),
  table_view: given('at most 100 per member and project'),
  preference: given('one row per person and table, deleted with either'),

  outbox: job('outbox-relay', 'deleted when the durable runtime has accepted the task'),
  open_task: job('requeue-lost-tasks', 'deleted when the task is done'),
  call_signing: given('a single row'),
  idempotency: age('created_at', 1),
  audit: job('audit-archive', 'moved to archive files after PLINTH_AUDIT_DAYS'),
  audit_chain: given('one row per project that ever existed: the anchor of its archive'),

  app_session: age('expires_at', 0),
  app_link: age('expires_at', 0),
  app_code: age('expires_at', 0),
  disabled_app_user: BY_PEOPLE,
  app_sign_in: given('one row per Auth table and environment'),
  app_provider: given('at most 20 per Auth table and environment'),
  app_identity: given('one row per user and provider'),
  app_provider_sign_in: age('expires_at', 0),
  app_passkey: given('at most 20 per user'),
  app_passkey_challenge: age('expires_at', 0),
  upload: job(
    'file-sweep',
    'deleted with the row that holds the file, or a day after an upload without one',
  ),

  release: {
    rule: 'newest',
    parent: 'environment',
    column: 'environment_id',
    order: 'started_at',
    inUse: `state = 'running' or id = (select live.id from release as live
      where live.environment_id = release.environment_id and live.state = 'applied'
      order by live.started_at desc limit 1)`,
  },
  maintenance: PER_ENVIRONMENT,
  refused_query: age('found_at', 365),
  staged_credential: WITH_RELEASE,
  staged_secret: WITH_RELEASE,
  staged_workflow: WITH_RELEASE,

  workflow: BY_PEOPLE,
  // Runs have their own copy of the graph, so that none needs its version.
  workflow_version: {
    rule: 'newest',
    parent: 'workflow',
    column: 'workflow_id',
    order: 'revision',
    inUse: `revision = (select live.revision from workflow as live
      where live.id = workflow_version.workflow_id)`,
  },
  credential: BY_PEOPLE,
  credential_secret: given('one row per secret field of a credential'),
  credential_authorization: age('expires_at', 0),
  credential_connection: given('one row per credential'),
  fingerprint_key: given('one row per project'),
  trigger: given('one row per trigger node of a current workflow'),
  webhook_address: age('unused_since', 30),
  webhook_listener: age('expires_at', 0),
  watched_rows: PER_ENVIRONMENT,
  pending_row_events: PER_ENVIRONMENT,

  run: job(
    'run-retention',
    'PLINTH_RUN_DAYS and PLINTH_RUN_COUNT, unless the environment has its own',
  ),
  run_step: given('deleted with its run'),
  run_graph: job('run-retention', 'deleted after the last run that used it'),
  run_queue: {
    rule: 'unneeded',
    key: 'workflow_id',
    where: `running = 0 and queued = 0
      and not exists (select from workflow where workflow.id = run_queue.workflow_id)
      and not exists (select from run where run.workflow_id = run_queue.workflow_id)`,
  },
  approval: given('deleted with its run'),
  approval_decision: given('one row per approver, deleted with its approval'),
  approval_link: given('one row per address of an approval, deleted with it'),
  run_uncounted: job('run-counts', 'deleted when counted'),
  run_hour: age('hour', 100),
  run_day: age('day', 800),
  run_retention: PER_ENVIRONMENT,
  worker_version: given('one row per version of the durable handlers'),
  job_lease: given('one row per job that runs in one process at a time'),

  request_entry: job('request-log-retention', 'PLINTH_REQUEST_DAYS and PLINTH_REQUEST_COUNT'),
  request_minute: job('request-log-retention', 'PLINTH_REQUEST_DAYS'),
  request_retention: PER_ENVIRONMENT,

  // An archive that a member asked for stays until it is deleted; its bytes count, not its record.
  backup: {
    rule: 'unneeded',
    key: 'id',
    where: `started_at < now() - interval '30 days' and (state in ('failed', 'cancelled')
      or (state = 'done' and not exists (select from project
        where project.id = backup.project_id)))`,
  },
  restore: age('ended_at', 365),
  restore_part: given('deleted when the restore ends, and with it'),
  backup_schedule: given('one row per project'),
  file_lease: given('deleted when the backup ends; each end also deletes expired ones'),
  replaced_placement: job('backup-schedules', 'deleted with its database after two minutes'),
}
