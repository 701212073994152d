import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createProject, getProject } from '@plinth/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followPage } from '../../app/testing/documentation/follow-page.ts'
import { startMariadb, type TestMariadb } from '../../app/testing/mariadb.ts'
import { type OwnCluster, startCluster } from '../../app/testing/own-cluster.ts'
import { expectApiError, newProject, theAdmin } from '../../app/testing/people.ts'
import { startTestServer } from '../../app/testing/start-test-server.ts'
import { setOwnServer } from '../../app/testing/test-server.ts'
import { freePort } from '../embedded/testing/free-port.ts'
import { connectExternal } from './connect-external.ts'
import { describeCertificateError } from './database-tls.ts'
import { queryMariadb } from './query-mariadb.ts'
import { queryPostgres } from './query-postgres.ts'
import { bytesReadBy } from './testing/bytes-read.ts'
import { makeCertificates, type TestCertificates } from './testing/make-certificates.ts'

const everything = { has: () => true } as unknown as ReadonlySet<string>
const STATEMENT = { query: 'select 1 as one', values: [], mayWrite: false }
const UNKNOWN = 'not signed by a known authority'
const OTHER_NAME = 'for another host name'

let certificates: TestCertificates
let cluster: OwnCluster
let port: number
let address: URL

beforeAll(async () => {
  certificates = await makeCertificates()
  cluster = await startCluster(18)
  address = new URL(cluster.url)
  port = Number(address.port)
  const client = new pg.Client({ connectionString: cluster.superuserUrl })
  await client.connect()
  await client.query(`alter system set ssl_cert_file = '${certificates.certFile}'`)
  await client.query(`alter system set ssl_key_file = '${certificates.keyFile}'`)
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  await client.end()
})
afterAll(async () => {
  await cluster.remove()
  await certificates.remove()
})

interface Case {
  what: string
  host?: string
  ca?: () => string
  unverified?: (port: number) => string[]
  refused?: string
}

const CASES: readonly Case[] = [
  { what: 'refuses a certificate of an unknown authority', refused: UNKNOWN },
  {
    what: 'refuses the certificate of another authority',
    ca: () => certificates.otherCa,
    refused: UNKNOWN,
  },
  { what: 'accepts the authority of the connection', ca: () => certificates.ca },
  {
    what: 'accepts a certificate whose line breaks were lost',
    ca: () => certificates.ca.replaceAll('\n', ' '),
  },
  {
    what: 'refuses a host that the certificate does not name',
    host: '127.0.0.1',
    ca: () => certificates.ca,
    refused: OTHER_NAME,
  },
  { what: 'refuses a text that is no certificate', ca: () => 'no PEM', refused: 'cannot be read' },
  { what: 'accepts any certificate of a named host', unverified: () => ['localhost'] },
  {
    what: 'accepts any certificate of a named host and port',
    unverified: (at) => [`localhost:${at}`],
  },
  { what: 'refuses another named host', unverified: () => ['db.example'], refused: UNKNOWN },
]

const textOf = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => describeCertificateError(error) ?? error.message,
  )

function expectOutcome(text: string | undefined, refused: string | undefined) {
  if (refused === undefined) expect(text).toBeUndefined()
  else expect(text).toContain(refused)
}

const policyOf = ({ unverified }: Case, at: number) => ({
  allowed: everything,
  unverified: new Set(unverified?.(at) ?? []),
})
const signal = () => new AbortController().signal

describe('PostgreSQL of a credential', () => {
  test.each(CASES)('$what', async (one) => {
    const { username: user, password } = address
    const target = { host: one.host ?? 'localhost', port, user, password, database: 'plinth' }
    const call = queryPostgres(
      { target: { ...target, ssl: true, ca: one.ca?.() ?? '' }, statement: STATEMENT },
      { ...policyOf(one, port), signal: signal() },
    )
    expectOutcome(await textOf(call), one.refused)
  })
})

describe('an adopted database', () => {
  const urlOf = (one: Case, mode?: string) => {
    const url = new URL(address)
    url.hostname = one.host ?? 'localhost'
    if (mode !== undefined) url.searchParams.set('sslmode', mode)
    if (one.ca) url.searchParams.set('sslrootcert', one.ca())
    return url.href
  }
  const connect = async (one: Case, mode?: string) => {
    const client = await connectExternal(urlOf(one, mode), policyOf(one, port))
    const { rows } = await client
      .query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      .finally(() => client.end())
    expect(rows).toEqual([{ ssl: mode !== 'disable' }])
  }

  test.each(CASES)('$what', async (one) => {
    expectOutcome(await textOf(connect(one)), one.refused)
  })

  test.each([
    ['require', UNKNOWN],
    ['verify-full', UNKNOWN],
    ['disable', undefined],
    ['prefer', 'sslmode must be one of'],
  ])('sslmode=%s without a CA', async (mode, refused) => {
    expectOutcome(await textOf(connect({ what: '' }, mode)), refused)
  })

  test('sends JSON that is not parsed', async () => {
    const one = { what: '', ca: () => certificates.ca }
    const client = await connectExternal(urlOf(one), policyOf(one, port))
    const { rows } = await client.query(`select '[1]'::json as a, '[2]'::jsonb as b, 3 as c`)
    expect(rows).toEqual([{ a: '[1]', b: '[2]', c: 3 }])
    await client.end()
  })

  test('is closed as soon as its answer has too many bytes', async () => {
    const one = { what: '', ca: () => certificates.ca }
    const client = await connectExternal(urlOf(one), policyOf(one, port))
    const text = `select repeat('x', 1000000) from generate_series(1, 2000)`
    await expect(client.query(text)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
    // 32 MB, and the last chunk.
    expect(bytesReadBy(client)).toBeLessThan(33 * 1024 * 1024)
  })

  test('trusts the authorities of NODE_EXTRA_CA_CERTS', async () => {
    const module = join(import.meta.dirname, 'connect-external.ts')
    const script = `
      const { connectExternal } = await import(${JSON.stringify(module)})
      const policy = { allowed: { has: () => true }, unverified: new Set() }
      const client = await connectExternal(${JSON.stringify(urlOf({ what: '' }))}, policy)
      await client.end()
      console.log('connected')`
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates.caFile }
    const args = ['--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    expect(stdout.trim()).toBe('connected')
  })

  test('a cloned project uses the authority of its address for good', async () => {
    const started = await startTestServer({ PLINTH_EGRESS_ALLOW: `localhost:${port}` })
    setOwnServer(started.server)
    try {
      const admin = await theAdmin()
      const source = await newProject(admin)
      const clone = (connectionUrl: string) =>
        admin.client.call(createProject, {
          body: { cloned: true, name: `Clone ${randomUUID()}`, projectId: source, connectionUrl },
        })
      expect(await expectApiError(clone(urlOf({ what: '' })))).toMatchObject({
        code: 'invalid',
        details: [{ path: 'connectionUrl', message: expect.stringContaining(UNKNOWN) }],
      })
      const [printed = ''] = await followPage('database-certificates.md', {
        variables: { TOKEN: admin.token, SOURCE: source },
        files: { 'ca.pem': certificates.ca },
        replace: { 'postgres://app:secret@db.internal/shop': urlOf({ what: '' }) },
      })
      const { projectId } = JSON.parse(printed)
      const { projectData } = await admin.client.call(getProject, { params: { projectId } })
      expect(projectData.id).toBe(projectId)
    } finally {
      await started.stop()
    }
  })
})

describe('MariaDB of a credential', () => {
  let maria: TestMariadb
  let at: number
  beforeAll(async () => {
    at = await freePort()
    const { certFile, keyFile } = certificates
    maria = await startMariadb(at, [`--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`])
  })
  afterAll(() => maria.stop())

  test.each(CASES)('$what', async (one) => {
    const { database, user, password } = maria
    const target = { host: one.host ?? 'localhost', port: at, user, password, database }
    const call = queryMariadb(
      { target: { ...target, ssl: true, ca: one.ca?.() ?? '' }, statement: STATEMENT },
      { ...policyOf(one, at), signal: signal() },
    )
    const refused = one.host === '127.0.0.1' ? 'cannot be verified for an IP address' : one.refused
    expectOutcome(await textOf(call), refused)
  })
})

test.each([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN],
  ['ERR_TLS_CERT_ALTNAME_INVALID', OTHER_NAME],
  ['ECONNREFUSED', undefined],
])('%s is described', (code, text) => {
  expectOutcome(describeCertificateError(Object.assign(new Error('x'), { code })), text)
})
