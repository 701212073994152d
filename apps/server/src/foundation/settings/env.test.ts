import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addressesOf } from './database-addresses.ts'
import { readEnv, SettingsError } from './env.ts'
import { readLiveSettings } from './live-settings.ts'

test('every setting has a default', () => {
  const env = readEnv([], {})
  expect(env).toMatchObject({
    port: 4000,
    host: 'localhost',
    baseUrl: 'http://localhost:4000',
    dataDir: '.plinth',
    defaultEngine: 'sqlite3',
    development: false,
    signInAttempts: 5,
    dataRate: { perSecond: 1_000, burst: 2_000 },
    live: readLiveSettings({ connections: undefined, perEnvironment: undefined }),
    runSteps: 200,
    historyCount: 200,
    audit: { days: 365, log: 'off' },
    metrics: undefined,
    maxAnswerBytes: 10 * 1024 * 1024,
    postgres: {
      maxConnections: 80,
      platformConnections: 20,
      dataConnections: 12,
      readerConnections: 20,
      idleMs: 30_000,
      isPooled: false,
    },
  })
  expect([...env.roles]).toEqual(['api', 'data', 'worker'])
})

test('metrics are served on this machine only, unless another host is set', () => {
  expect(readEnv([], { PLINTH_METRICS_PORT: '9464' }).metrics).toEqual({
    host: 'localhost',
    port: 9464,
  })
  expect(() => readEnv([], { PLINTH_METRICS_PORT: '70000' })).toThrow('PLINTH_METRICS_PORT')
})

test('traces are off without an endpoint, and where OpenTelemetry is disabled', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  expect(readEnv([], {}).traces).toBeUndefined()
  expect(readEnv([], { ...endpoint, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined()
  expect(readEnv([], { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).traces).toBeUndefined()
  expect(readEnv([], endpoint).traces).toMatchObject({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    sampler: 'parentbased_always_on',
    continuesCallers: false,
  })
})

test('settings of traces win over those of all signals', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b.example/spans',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-token=b%3Dc, x-other=d',
    PLINTH_TRACEPARENT: 'continue',
  }
  expect(readEnv([], settings).traces).toMatchObject({
    url: 'http://b.example/spans',
    headers: { 'x-token': 'b=c', 'x-other': 'd' },
    continuesCallers: true,
  })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, '"grpc" is not supported'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-token=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
])('the settings of traces %o are refused', (settings, message) => {
  const source = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example', ...settings }
  expect(() => readEnv([], source)).toThrow(message)
})

test('a blank setting counts as missing', () => {
  expect(readEnv([], { PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 4000,
    databaseUrl: undefined,
  })
})

test.each([
  [{}, 'http://localhost:4000'],
  [{ PLINTH_HOST: '0.0.0.0' }, 'http://localhost:4000'],
  [{ PLINTH_HOST: '127.0.0.1', PORT: '1' }, 'http://127.0.0.1:1'],
  [{ PLINTH_HOST: '127.0.0.1', PLINTH_BASE_URL: 'https://a.example/' }, 'https://a.example'],
])('files and links of %o are at %s, where the console is opened', (settings, baseUrl) => {
  expect(readEnv([], settings)).toMatchObject({ baseUrl, filesBaseUrl: baseUrl })
})

test('lists hosts whose certificate is not verified', () => {
  const source = { PLINTH_TLS_UNVERIFIED: 'DB.internal, 10.0.0.7:5432' }
  expect([...readEnv([], {}).egress.unverified]).toEqual([])
  expect([...readEnv([], source).egress.unverified]).toEqual(['db.internal', '10.0.0.7:5432'])
})

test.each([
  ['9080', { host: '0.0.0.0', port: 9080 }],
  ['10.0.0.7:9080', { host: '10.0.0.7', port: 9080 }],
  ['[::1]:9080', { host: '::1', port: 9080 }],
  ['', undefined],
])('a worker bound to "%s" listens on %o', (PLINTH_WORKER_BIND, workerBind) => {
  expect(readEnv([], { PLINTH_WORKER_BIND }).workerBind).toEqual(workerBind)
})

test('maps regions to clusters', () => {
  const { dataDatabases } = readEnv([], {
    PLINTH_DATA_DATABASES: 'default=postgres://a/b,aws-us-east-2=postgres://c:1/d?x=y',
  })
  expect(dataDatabases.get('aws-us-east-2')).toBe('postgres://c:1/d?x=y')
})

const POOLED = {
  PLINTH_POSTGRES_POOLER: 'transaction',
  DATABASE_URL: 'postgres://pooler/p',
  PLINTH_DIRECT_DATABASE_URL: 'postgres://server/p',
}

test('resolves each cluster to its address, and to the one past the pooler', () => {
  const regions = 'default=postgres://pooler/d,aws-us-east-2=postgres://pooler/e'
  const env = readEnv([], {
    ...POOLED,
    PLINTH_DATA_DATABASES: regions,
    PLINTH_DIRECT_DATA_DATABASES: regions.replaceAll('pooler', 'server'),
  })
  const { directUrl, urlOf, directUrlOf } = addressesOf(env, 'postgres://pooler/p')
  expect(directUrl).toBe('postgres://server/p')
  for (const [server, name] of Object.entries({ 'aws-us-east-2': 'e', other: 'd', default: 'd' })) {
    expect(urlOf(server)).toBe(`postgres://pooler/${name}`)
    expect(directUrlOf(server)).toBe(`postgres://server/${name}`)
  }
  const alone = addressesOf(readEnv([], {}), 'postgres://own/p')
  expect([alone.directUrl, alone.urlOf('default'), alone.directUrlOf('other')]).toEqual(
    Array(3).fill('postgres://own/p'),
  )
})

describe('invalid settings are rejected at startup by name', () => {
  test.each([
    ['PORT', { PORT: 'no' }],
    ['PLINTH_ROLES', { PLINTH_ROLES: 'api,cook' }],
    ['DATABASE_URL', { DATABASE_URL: 'nowhere' }],
    ['PLINTH_DATA_DATABASES', { PLINTH_DATA_DATABASES: 'mars=postgres://a/b' }],
    ['PLINTH_DEFAULT_ENGINE', { PLINTH_DEFAULT_ENGINE: 'mysql' }],
    ['PLINTH_SECRET_KEY', { PLINTH_SECRET_KEY: 'short' }],
    ['PLINTH_ADMIN_PASSWORD', { PLINTH_ADMIN_PASSWORD: 'short' }],
    ['PLINTH_TRUST_PROXY', { PLINTH_TRUST_PROXY: 'true' }],
    ['PLINTH_DOMAIN_PROOF', { PLINTH_DOMAIN_PROOF: 'mail' }],
    ['PLINTH_DNS_SERVERS', { PLINTH_DNS_SERVERS: '10.0.0.1,dns.example.com' }],
    ['PLINTH_DRAIN_SECONDS', { PLINTH_DRAIN_SECONDS: '-1' }],
    ['PLINTH_STATEMENT_SECONDS', { PLINTH_STATEMENT_SECONDS: '0' }],
    ['PLINTH_WORKER_BIND', { PLINTH_WORKER_BIND: 'workers' }],
    ['PLINTH_WORKER_VERSION', { PLINTH_WORKER_VERSION: 'a b' }],
    ['PLINTH_DATA_RATE', { PLINTH_DATA_RATE: '-1' }],
    ['PLINTH_DATA_BURST', { PLINTH_DATA_BURST: '0' }],
    ['PLINTH_LIVE_CONNECTIONS', { PLINTH_LIVE_CONNECTIONS: '-1' }],
    [
      'PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT',
      { PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: 'many' },
    ],
    ['PLINTH_RUN_STEPS', { PLINTH_RUN_STEPS: '1' }],
    ['PLINTH_HISTORY_COUNT', { PLINTH_HISTORY_COUNT: '9' }],
    ['PLINTH_AUDIT_DAYS', { PLINTH_AUDIT_DAYS: '29' }],
    ['PLINTH_AUDIT_LOG', { PLINTH_AUDIT_LOG: 'file' }],
    ['PLINTH_TLS_UNVERIFIED', { PLINTH_TLS_UNVERIFIED: 'db.internal, *' }],
    ['PLINTH_MAX_ANSWER_BYTES', { PLINTH_MAX_ANSWER_BYTES: '1' }],
    ['PLINTH_MAX_CONNECTIONS', { PLINTH_MAX_CONNECTIONS: '40' }],
    ['PLINTH_DATA_CONNECTIONS', { PLINTH_DATA_CONNECTIONS: '2' }],
    ['PLINTH_POSTGRES_POOLER', { PLINTH_POSTGRES_POOLER: 'session' }],
    ['PLINTH_DIRECT_DATABASE_URL', { ...POOLED, PLINTH_DIRECT_DATABASE_URL: '' }],
    [
      'PLINTH_DIRECT_DATA_DATABASES',
      { ...POOLED, PLINTH_DATA_DATABASES: 'default=postgres://a/b' },
    ],
    ['RESTATE_ADMIN_URL', { RESTATE_INGRESS_URL: 'http://a' }],
    ['DATABASE_URL', { PLINTH_ROLES: 'api' }],
  ])('%s', (name, source) => {
    expect(() => readEnv([], source)).toThrow(SettingsError)
    expect(() => readEnv([], source)).toThrow(name)
  })
})

describe('settings as files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  writeFileSync(path, `${'k'.repeat(32)}\n`)

  test('reads a setting from its file, without the last line break', () => {
    expect(readEnv([], { PLINTH_SECRET_KEY_FILE: path }).secretKey).toBe('k'.repeat(32))
    expect(readEnv([], { PLINTH_SECRET_KEY_FILE: '' }).secretKey).toBeUndefined()
  })

  test.each([
    [
      { PLINTH_SECRET_KEY_FILE: path, PLINTH_SECRET_KEY: 'l'.repeat(32) },
      'PLINTH_SECRET_KEY_FILE: PLINTH_SECRET_KEY is set as well; remove one of them',
    ],
    [
      { DATABASE_URL_FILE: join(folder, 'none') },
      `DATABASE_URL_FILE: "${join(folder, 'none')}" cannot be read (ENOENT)`,
    ],
    [{ PORT_FILE: path }, 'PORT: Invalid input: expected number, received NaN'],
  ])('refuses %o', (source, problem) => {
    expect(() => readEnv([], source)).toThrow(
      new SettingsError(`These settings cannot be used:\n  ${problem}`),
    )
  })
})

test.each([
  ['PLINTH_SECRET_KEYS', 'PLINTH_SECRET_KEY'],
  ['PLINTH_SECERT_KEY_FILE', undefined],
  ['PLINTH_EGRES_ALLOW', 'PLINTH_EGRESS_ALLOW'],
  ['PLINTH_COLOUR', undefined],
])('names the unknown setting %s and the nearest one, %s', (name, nearest) => {
  expect(readEnv([], { [name]: '1' }).unknownSettings).toEqual([{ name, nearest }])
})

test('settings of others and known ones are not unknown', () => {
  const source = {
    PLINTH_HOST: 'a',
    PLINTH_ADMIN_PASSWORD_FILE: '',
    PLINTH_TEST_POOLER: '1',
    HOME: '/',
  }
  expect(readEnv([], source).unknownSettings).toEqual([])
})
