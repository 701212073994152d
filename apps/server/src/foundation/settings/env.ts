import type { Database } from '@plinth/contract'
import type * as z from 'zod'
import type { EgressPolicy } from './egress-policy.ts'
import { EnvironmentVariables, ROLES_OF_A_PROCESS } from './environment-variables.ts'
import { type LiveSettings, readLiveSettings } from './live-settings.ts'
import { findOidcProblem, type OidcSettings, readOidcSettings } from './oidc-settings.ts'
import { findPostgresProblem, type PostgresSettings, readPostgres } from './postgres-settings.ts'
import { reachableHost } from './reachable-host.ts'
import type { S3Settings } from './s3-settings.ts'
import { readSettingFiles } from './setting-files.ts'
import { findTraceProblem, readTraceSettings, type TraceSettings } from './trace-settings.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { findUnknownSettings, type UnknownSetting } from './unknown-settings.ts'

export type ProcessRole = (typeof ROLES_OF_A_PROCESS)[number]

/** The settings of the process, validated and with defaults. */
export interface Env {
  port: number
  host: string
  baseUrl: string
  dataDir: string
  roles: ReadonlySet<ProcessRole>
  databaseUrl: string | undefined
  /** Region or `default` → the cluster that holds its project databases. */
  dataDatabases: ReadonlyMap<string, string>
  /** Connections to PostgreSQL, and how they are reached. */
  postgres: PostgresSettings
  defaultEngine: Database
  secretKey: string | undefined
  /** Previous keys: they only decrypt. */
  oldSecretKeys: readonly string[]
  admin: { email: string | undefined; password: string | undefined }
  /** The identity provider of staff; undefined if it is not set here. */
  oidc: OidcSettings | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** How a project proves that a host name is its own, and the DNS servers to ask (the system's if there are none). */
  domainProof: { by: 'txt' | 'admin' | 'off'; dnsServers: readonly string[] }
  egress: EgressPolicy
  restate: { ingressUrl: string; adminUrl: string; identityKey: string | undefined } | undefined
  /** The address that all workers share, and where this one listens if not on that address's port. */
  workerUrl: string | undefined
  workerBind: { host: string; port: number } | undefined
  /** Workers of different versions register side by side; the build's version unless it is set. */
  workerVersion: string | undefined
  /** The object store; without it, files are stored in the data folder. */
  s3: S3Settings | undefined
  /** The public base URL of this process's files. */
  filesBaseUrl: string
  /** How scripts are isolated; `unjailed` is for trusted users only. */
  runner: 'jailed' | 'unjailed'
  /** Default run retention of an environment: days and number of runs. */
  runs: { days: number; count: number }
  /** Request-log retention of an environment: days and number of entries; 0 days disables the log. */
  requests: { days: number; count: number }
  /** Newest configuration revisions, releases and workflow versions that an environment or workflow keeps. */
  historyCount: number
  /** Days until audit entries are archived, and where they are written as well when they are sealed. */
  audit: { days: number; log: 'off' | 'stdout' }
  /** For tests: the durable runtime suspends a run at each wait and replays it from its journal. */
  alwaysReplay: boolean
  trustProxy: TrustedProxies
  signInAttempts: number
  /** Upload URLs per caller and minute, and the maximum bytes of uploads per project that no row references yet. */
  uploads: { perMinute: number; maxUnconfirmedBytes: number }
  /** Maximum calls per second of one webhook, per process. */
  webhookRate: number
  /** Data API requests per environment and process; a rate of 0 disables the limit. */
  dataRate: { perSecond: number; burst: number }
  /** Open streams of changes. */
  live: LiveSettings
  /** Steps that a worker executes at once; one project has at most three quarters of them. */
  runSteps: number
  /** Maximum size of the rows in one answer of the data API. */
  maxAnswerBytes: number
  /** Maximum time of a statement on rows. */
  statementMs: number
  /** Imports and uploads are refused when the disk of the data folder has less free space. */
  minFreeBytes: number
  /** How long requests are served after a SIGTERM, while readiness fails. */
  drainMs: number
  /** Where metrics are served; without a port they are not recorded. */
  metrics: { host: string; port: number } | undefined
  /** Where spans are sent; without an endpoint nothing is traced. */
  traces: TraceSettings | undefined
  logLevel: string
  development: boolean
  /** Names that begin with `PLINTH_` and that nothing reads. */
  unknownSettings: readonly UnknownSetting[]
}

/** Invalid settings; the message lists all of them. */
export class SettingsError extends Error {}

function readS3(settings: z.output<typeof EnvironmentVariables>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings
  if (!bucket) return undefined
  if (!id || !secret) {
    throw new SettingsError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it')
  }
  if (settings.S3_ACL === 'none' && !settings.S3_PUBLIC_BASE_URL) {
    throw new SettingsError('S3_ACL=none needs S3_PUBLIC_BASE_URL, where public files are read')
  }
  return {
    endpoint: settings.S3_ENDPOINT,
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT,
    publicBaseUrl: settings.S3_PUBLIC_BASE_URL,
    region: settings.S3_REGION,
    bucket,
    accessKeyId: id,
    secretAccessKey: secret,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE === 'true',
    acl: settings.S3_ACL,
  }
}

/** Reads the settings of the process; no other code reads the environment. */
export function readEnv(argv: readonly string[], source: NodeJS.ProcessEnv = process.env): Env {
  const given = readSettingFiles(source)
  const parsed = EnvironmentVariables.safeParse(given.settings)
  if (!parsed.success || given.problems.length > 0) {
    const issues = parsed.error?.issues ?? []
    const problems = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    const lines = [...given.problems, ...problems].map((problem) => `  ${problem}`)
    throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  const { RESTATE_INGRESS_URL: ingressUrl, RESTATE_ADMIN_URL: adminUrl } = settings
  if (Boolean(ingressUrl) !== Boolean(adminUrl)) {
    throw new SettingsError('RESTATE_INGRESS_URL and RESTATE_ADMIN_URL belong together')
  }
  const roles = new Set(settings.PLINTH_ROLES)
  const apart = roles.size < ROLES_OF_A_PROCESS.length
  if (apart && (!settings.DATABASE_URL || !ingressUrl)) {
    throw new SettingsError(
      'Roles that run apart share their servers: set DATABASE_URL, RESTATE_INGRESS_URL and RESTATE_ADMIN_URL',
    )
  }
  const problem =
    findPostgresProblem(settings) ?? findTraceProblem(settings) ?? findOidcProblem(settings)
  if (problem) throw new SettingsError(problem)
  const ownUrl = `http://${reachableHost(settings.PLINTH_HOST)}:${settings.PORT}`
  const baseUrl = (settings.PLINTH_BASE_URL ?? ownUrl).replace(/\/$/, '')
  return {
    port: settings.PORT,
    host: settings.PLINTH_HOST,
    baseUrl,
    s3: readS3(settings),
    filesBaseUrl: (settings.FILES_BASE_URL ?? baseUrl).replace(/\/$/, ''),
    dataDir: settings.PLINTH_DATA_DIR,
    roles,
    databaseUrl: settings.DATABASE_URL,
    dataDatabases: settings.PLINTH_DATA_DATABASES,
    postgres: readPostgres(settings),
    defaultEngine: settings.PLINTH_DEFAULT_ENGINE,
    secretKey: settings.PLINTH_SECRET_KEY,
    oldSecretKeys: settings.PLINTH_OLD_SECRET_KEYS,
    admin: { email: settings.PLINTH_ADMIN_EMAIL, password: settings.PLINTH_ADMIN_PASSWORD },
    oidc: readOidcSettings(settings),
    smtpUrl: settings.PLINTH_SMTP_URL,
    mailFrom: settings.PLINTH_MAIL_FROM,
    domainProof: { by: settings.PLINTH_DOMAIN_PROOF, dnsServers: settings.PLINTH_DNS_SERVERS },
    egress: {
      allowed: settings.PLINTH_EGRESS_ALLOW,
      unverified: settings.PLINTH_TLS_UNVERIFIED,
    },
    restate:
      ingressUrl && adminUrl
        ? { ingressUrl, adminUrl, identityKey: settings.RESTATE_IDENTITY_KEY }
        : undefined,
    workerUrl: settings.PLINTH_WORKER_URL,
    workerBind: settings.PLINTH_WORKER_BIND,
    workerVersion: settings.PLINTH_WORKER_VERSION,
    runner: settings.PLINTH_RUNNER,
    runs: { days: settings.PLINTH_RUN_DAYS, count: settings.PLINTH_RUN_COUNT },
    requests: { days: settings.PLINTH_REQUEST_DAYS, count: settings.PLINTH_REQUEST_COUNT },
    historyCount: settings.PLINTH_HISTORY_COUNT,
    audit: { days: settings.PLINTH_AUDIT_DAYS, log: settings.PLINTH_AUDIT_LOG },
    alwaysReplay: settings.PLINTH_ALWAYS_REPLAY === 'true',
    trustProxy: settings.PLINTH_TRUST_PROXY,
    signInAttempts: settings.PLINTH_SIGN_IN_ATTEMPTS,
    uploads: {
      perMinute: settings.PLINTH_UPLOAD_RATE,
      maxUnconfirmedBytes: settings.PLINTH_UPLOAD_UNCONFIRMED_MB * 1024 * 1024,
    },
    webhookRate: settings.PLINTH_WEBHOOK_RATE,
    dataRate: { perSecond: settings.PLINTH_DATA_RATE, burst: settings.PLINTH_DATA_BURST },
    live: readLiveSettings({
      connections: settings.PLINTH_LIVE_CONNECTIONS,
      perEnvironment: settings.PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT,
    }),
    runSteps: settings.PLINTH_RUN_STEPS,
    maxAnswerBytes: settings.PLINTH_MAX_ANSWER_BYTES,
    statementMs: settings.PLINTH_STATEMENT_SECONDS * 1_000,
    minFreeBytes: settings.PLINTH_MIN_FREE_MB * 1024 * 1024,
    drainMs: settings.PLINTH_DRAIN_SECONDS * 1_000,
    metrics:
      settings.PLINTH_METRICS_PORT === undefined
        ? undefined
        : { host: settings.PLINTH_METRICS_HOST, port: settings.PLINTH_METRICS_PORT },
    traces: readTraceSettings(settings),
    logLevel: settings.PLINTH_LOG_LEVEL,
    development: argv.includes('--dev'),
    unknownSettings: findUnknownSettings(source),
  }
}
