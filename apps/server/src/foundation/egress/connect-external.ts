import pg from 'pg'
import { ApiError } from '../http/errors/api-error.ts'
import { limitQueries } from '../platform/limit-queries.ts'
import type { EgressPolicy } from '../settings/egress-policy.ts'
import { checkAddress } from './check-address.ts'
import { databaseTls } from './database-tls.ts'
import { OutboundError } from './outbound-error.ts'

const OPTIONS = new Set(['sslmode', 'sslrootcert'])
const SSL_MODES = new Set(['disable', 'require', 'verify-full'])

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const refuse = (why: string) =>
  new ApiError('invalid', why, { details: [{ path: 'connectionUrl', message: why }] })

/** Parses a connection URL. Options that are not on the list are rejected: the driver might obey them. */
function parseConnectionUrl(text: string): {
  host: string
  port: number
  user: string
  password: string
  database: string
  sslMode: string
  ca: string
} {
  if (!URL.canParse(text)) throw refuse('This is not a database address.')
  const url = new URL(text)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw refuse('The address must begin with postgres://.')
  }
  const unknown = [...url.searchParams.keys()].find((key) => !OPTIONS.has(key))
  if (unknown !== undefined) throw refuse(`The option "${unknown}" is not allowed.`)
  const sslMode = url.searchParams.get('sslmode') ?? 'verify-full'
  if (!SSL_MODES.has(sslMode)) throw refuse(`sslmode must be one of ${[...SSL_MODES].join(', ')}.`)
  const [database, user, password] = [url.pathname.slice(1), url.username, url.password].map(decode)
  if (database === undefined || user === undefined || password === undefined) {
    throw refuse('The address has a character that is not escaped correctly.')
  }
  if (!url.hostname || !database) throw refuse('The address must name a host and a database.')
  return {
    host: url.hostname,
    port: url.port ? Number(url.port) : 5432,
    user,
    password,
    database,
    sslMode,
    ca: url.searchParams.get('sslrootcert') ?? '',
  }
}

type Target = ReturnType<typeof parseConnectionUrl>

function tlsOf(target: Target, egress: EgressPolicy) {
  if (target.sslMode === 'disable') return false
  try {
    return databaseTls(target, egress)
  } catch (error) {
    throw error instanceof OutboundError ? refuse(error.message) : error
  }
}

/**
 * The client config for a database that comes from a user; it connects to the checked address only. Every mode but
 * `disable` verifies the certificate.
 */
export async function externalConfig(url: string, egress: EgressPolicy): Promise<pg.ClientConfig> {
  const target = parseConnectionUrl(url)
  const ssl = tlsOf(target, egress)
  const pinned = await checkAddress(target, egress.allowed)
  return {
    host: pinned.address,
    port: pinned.port,
    user: target.user,
    password: target.password,
    database: target.database,
    ssl,
  }
}

/** More than any answer that a database of ours is asked for. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const STATEMENT_MS = 30_000
/** The server ends a statement; this is for a server that does not. */
const GRACE_MS = 2_000

/** `json`, `jsonb` and their arrays. */
const JSON_TYPES = [114, 199, 3802, 3807]

/**
 * A connection to a database that comes from a user: bytes and time are limited from the first byte on (R25), and JSON
 * stays text.
 */
class ExternalClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config)
    // The server names the types of its answer, and JSON of many small values would block the process for seconds.
    for (const type of JSON_TYPES) this.setTypeParser(type, (text) => text)
    const { statement_timeout: maxMs } = config
    limitQueries(this, {
      maxMs: (typeof maxMs === 'number' ? maxMs : STATEMENT_MS) + GRACE_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
  }
}

/** The pool of connections to a database that comes from a user. */
export function externalPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({ ...config, Client: ExternalClient })
}

/** Connects to a database that comes from a user. */
export async function connectExternal(url: string, egress: EgressPolicy): Promise<pg.Client> {
  const client = new ExternalClient({
    ...(await externalConfig(url, egress)),
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_MS,
  })
  // A lost connection fails the running statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
