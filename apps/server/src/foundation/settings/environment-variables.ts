import { isIP } from 'node:net'
import { DATABASES, REGIONS } from '@plinth/contract'
import * as z from 'zod'
import { OIDC_VARIABLES } from './oidc-settings.ts'
import { TRACE_VARIABLES } from './trace-settings.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

export const ROLES_OF_A_PROCESS = ['api', 'data', 'worker'] as const

function splitOnce(entry: string): [string, string] {
  const at = entry.indexOf('=')
  return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)]
}

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsMissing, z.string().optional())
const url = z.preprocess(blankIsMissing, z.url().optional())

const entries = text.transform(
  (value) =>
    new Set(
      (value ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
)
/** `region=postgres://…,default=postgres://…` */
const databases = text.transform((value, issues) => {
  const entries = (value ?? '')
    .split(',')
    .filter(Boolean)
    .map((entry) => splitOnce(entry.trim()))
  const known = new Set<string>(['default', ...REGIONS.map((region) => region.value)])
  for (const [region, target] of entries) {
    if (!known.has(region) || !URL.canParse(target)) {
      issues.addIssue(`"${region}" is not "region=postgres://…" with a known region or "default"`)
    }
  }
  return new Map(entries)
})

/** The environment variables, by name, with their defaults. */
export const EnvironmentVariables = z.object({
  PORT: z.preprocess(blankIsMissing, z.coerce.number().int().min(0).max(65_535).default(4000)),
  PLINTH_HOST: z.preprocess(blankIsMissing, z.string().default('localhost')),
  PLINTH_BASE_URL: url,
  PLINTH_DATA_DIR: z.preprocess(blankIsMissing, z.string().default('.plinth')),
  PLINTH_ROLES: z.preprocess(
    blankIsMissing,
    z
      .string()
      .default('api,data,worker')
      .transform((value) => value.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES_OF_A_PROCESS)).min(1)),
  ),
  DATABASE_URL: url,
  PLINTH_DATA_DATABASES: databases,
  PLINTH_POSTGRES_POOLER: z.preprocess(blankIsMissing, z.enum(['transaction']).optional()),
  PLINTH_DIRECT_DATABASE_URL: url,
  PLINTH_DIRECT_DATA_DATABASES: databases,
  PLINTH_MAX_CONNECTIONS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(16).max(10_000).default(80),
  ),
  PLINTH_PLATFORM_CONNECTIONS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(4).max(1_000).default(20),
  ),
  PLINTH_DATA_CONNECTIONS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(3).max(1_000).default(12),
  ),
  PLINTH_READER_CONNECTIONS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(2).max(1_000).default(20),
  ),
  PLINTH_CONNECTION_IDLE_SECONDS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(3_600).default(30),
  ),
  PLINTH_DEFAULT_ENGINE: z.preprocess(blankIsMissing, z.enum(DATABASES).default('sqlite3')),
  PLINTH_SECRET_KEY: z.preprocess(
    blankIsMissing,
    z.string().min(32, 'needs at least 32 characters').optional(),
  ),
  PLINTH_OLD_SECRET_KEYS: text.transform((value) =>
    (value ?? '')
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  ),
  PLINTH_ADMIN_EMAIL: text,
  PLINTH_ADMIN_PASSWORD: z.preprocess(
    blankIsMissing,
    z.string().min(8, 'needs at least 8 characters').optional(),
  ),
  PLINTH_SMTP_URL: url,
  PLINTH_MAIL_FROM: z.preprocess(blankIsMissing, z.string().default('Plinth <plinth@localhost>')),
  PLINTH_EGRESS_ALLOW: entries,
  PLINTH_DOMAIN_PROOF: z.preprocess(blankIsMissing, z.enum(['txt', 'admin', 'off']).default('txt')),
  PLINTH_DNS_SERVERS: entries.transform((servers, issues) => {
    for (const server of servers) {
      const address =
        /^\[(.+)\](?::\d+)?$/.exec(server)?.[1] ?? server.replace(/^([\d.]+):\d+$/, '$1')
      if (isIP(address) === 0)
        issues.addIssue(`"${server}" is not an IP address, with or without a port`)
    }
    return [...servers]
  }),
  PLINTH_TLS_UNVERIFIED: entries.transform((hosts, issues) => {
    const unknown = [...hosts].find((host) => !/^[A-Za-z0-9._:[\]-]+$/.test(host))
    if (unknown !== undefined) issues.addIssue(`"${unknown}" is not "host" or "host:port"`)
    return new Set([...hosts].map((host) => host.toLowerCase()))
  }),
  RESTATE_INGRESS_URL: url,
  RESTATE_ADMIN_URL: url,
  RESTATE_IDENTITY_KEY: text,
  PLINTH_WORKER_URL: url,
  PLINTH_WORKER_BIND: text.transform((value, issues) => {
    if (value === undefined) return undefined
    const [, host = '0.0.0.0', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? []
    if (port === '' || Number(port) > 65_535)
      issues.addIssue(`"${value}" is not "port" or "host:port"`)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  }),
  PLINTH_WORKER_VERSION: z.preprocess(
    blankIsMissing,
    z
      .string()
      .regex(/^[\w.-]{1,40}$/, 'is at most 40 letters, digits, dots, hyphens and underscores')
      .optional(),
  ),
  S3_BUCKET: text,
  S3_ENDPOINT: url,
  S3_PUBLIC_ENDPOINT: url,
  S3_PUBLIC_BASE_URL: url,
  S3_REGION: z.preprocess(blankIsMissing, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: z.preprocess(blankIsMissing, z.enum(['true', 'false']).default('true')),
  S3_ACL: z.preprocess(blankIsMissing, z.enum(['object', 'none']).default('object')),
  FILES_BASE_URL: url,
  PLINTH_RUNNER: z.preprocess(blankIsMissing, z.enum(['jailed', 'unjailed']).default('jailed')),
  PLINTH_RUN_DAYS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(3650).default(30),
  ),
  PLINTH_RUN_COUNT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(10_000_000).default(100_000),
  ),
  PLINTH_REQUEST_DAYS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(90).default(7),
  ),
  PLINTH_REQUEST_COUNT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1_000).max(10_000_000).default(100_000),
  ),
  PLINTH_HISTORY_COUNT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(10).max(100_000).default(200),
  ),
  PLINTH_AUDIT_DAYS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(30).max(3650).default(365),
  ),
  PLINTH_AUDIT_LOG: z.preprocess(blankIsMissing, z.enum(['off', 'stdout']).default('off')),
  PLINTH_ALWAYS_REPLAY: z.preprocess(blankIsMissing, z.enum(['true', 'false']).default('false')),
  PLINTH_TRUST_PROXY: text.transform((value, issues) => {
    try {
      return parseTrustedProxies(value)
    } catch (error) {
      issues.addIssue((error as Error).message)
      return undefined
    }
  }),
  PLINTH_SIGN_IN_ATTEMPTS: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).default(5)),
  PLINTH_UPLOAD_RATE: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(1_000_000).default(120),
  ),
  PLINTH_UPLOAD_UNCONFIRMED_MB: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(10_000_000).default(1024),
  ),
  PLINTH_WEBHOOK_RATE: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).default(200)),
  PLINTH_DATA_RATE: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  ),
  PLINTH_DATA_BURST: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(10_000_000).default(2_000),
  ),
  PLINTH_LIVE_CONNECTIONS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(1_000_000).optional(),
  ),
  PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(1_000_000).optional(),
  ),
  PLINTH_RUN_STEPS: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(4).max(10_000).default(200),
  ),
  PLINTH_MAX_ANSWER_BYTES: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(65_536).max(268_435_456).default(10_485_760),
  ),
  PLINTH_MIN_FREE_MB: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(10_000_000).default(512),
  ),
  PLINTH_STATEMENT_SECONDS: z.preprocess(
    blankIsMissing,
    z.coerce.number().min(1).max(60).default(2),
  ),
  PLINTH_DRAIN_SECONDS: z.preprocess(blankIsMissing, z.coerce.number().min(0).max(300).default(0)),
  PLINTH_METRICS_PORT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(0).max(65_535).optional(),
  ),
  PLINTH_METRICS_HOST: z.preprocess(blankIsMissing, z.string().default('localhost')),
  ...OIDC_VARIABLES,
  ...TRACE_VARIABLES,
  PLINTH_LOG_LEVEL: z.preprocess(
    blankIsMissing,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
})
