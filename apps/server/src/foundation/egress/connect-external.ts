import pg from 'pg'
import { ApiError } from '../http/errors/api-error.ts'
import { checkAddress } from './check-address.ts'

const OPTIONS = new Set(['sslmode'])
const SSL_MODES = new Set(['disable', 'require', 'verify-full'])

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses a connection URL. Options that are not on the list are rejected: the driver might obey them. */
function parseConnectionUrl(text: string): {
  host: string
  port: number
  user: string
  password: string
  database: string
  sslMode: string
} {
  const refuse = (why: string) =>
    new ApiError('invalid', why, { details: [{ path: 'connectionUrl', message: why }] })
  if (!URL.canParse(text)) throw refuse('This is not a database address.')
  const url = new URL(text)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw refuse('The address must begin with postgres://.')
  }
  const unknown = [...url.searchParams.keys()].find((key) => !OPTIONS.has(key))
  if (unknown !== undefined) throw refuse(`The option "${unknown}" is not allowed.`)
  const sslMode = url.searchParams.get('sslmode') ?? 'require'
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
  }
}

/** The client config for a database that comes from a user; it connects to the checked address only. */
export async function externalConfig(
  url: string,
  allowed: ReadonlySet<string>,
): Promise<pg.ClientConfig> {
  const target = parseConnectionUrl(url)
  const pinned = await checkAddress(target, allowed)
  return {
    host: pinned.address,
    port: pinned.port,
    user: target.user,
    password: target.password,
    database: target.database,
    ssl:
      target.sslMode === 'disable'
        ? false
        : { servername: pinned.host, rejectUnauthorized: target.sslMode === 'verify-full' },
  }
}

/** Connects to a database that comes from a user. */
export async function connectExternal(
  url: string,
  allowed: ReadonlySet<string>,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...(await externalConfig(url, allowed)),
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  })
  // A lost connection fails the running statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
