import type * as z from 'zod'
import type { EnvironmentVariables } from './environment-variables.ts'

/** Connections of this process to PostgreSQL. */
export interface PostgresSettings {
  /** All connections together. */
  maxConnections: number
  platformConnections: number
  /** For each data database. */
  dataConnections: number
  readerConnections: number
  idleMs: number
  /** `DATABASE_URL` and `PLINTH_DATA_DATABASES` lead to a pooler in transaction mode. */
  isPooled: boolean
  /** Addresses that lead past a pooler. */
  directUrl: string | undefined
  directDataDatabases: ReadonlyMap<string, string>
}

type Variables = z.output<typeof EnvironmentVariables>

/** Connections that must remain when readers and the platform use all of theirs: for rows, tasks, LISTEN and checks. */
const MIN_REMAINING = 10

export function readPostgres(variables: Variables): PostgresSettings {
  return {
    maxConnections: variables.PLINTH_MAX_CONNECTIONS,
    platformConnections: variables.PLINTH_PLATFORM_CONNECTIONS,
    dataConnections: variables.PLINTH_DATA_CONNECTIONS,
    readerConnections: variables.PLINTH_READER_CONNECTIONS,
    idleMs: variables.PLINTH_CONNECTION_IDLE_SECONDS * 1_000,
    isPooled: variables.PLINTH_POSTGRES_POOLER === 'transaction',
    directUrl: variables.PLINTH_DIRECT_DATABASE_URL,
    directDataDatabases: variables.PLINTH_DIRECT_DATA_DATABASES,
  }
}

/** What is wrong with the settings together, and what to set instead. */
export function findPostgresProblem(variables: Variables): string | undefined {
  const {
    PLINTH_MAX_CONNECTIONS: max,
    PLINTH_PLATFORM_CONNECTIONS: platform,
    PLINTH_READER_CONNECTIONS: readers,
  } = variables
  const min = platform + readers + MIN_REMAINING
  if (max < min)
    return (
      `PLINTH_MAX_CONNECTIONS is ${max}: set at least ${min}, which is ${MIN_REMAINING} more than ` +
      `PLINTH_PLATFORM_CONNECTIONS (${platform}) and PLINTH_READER_CONNECTIONS (${readers}) together, or lower those`
    )
  return variables.PLINTH_POSTGRES_POOLER && findMissingAddress(variables)
}

/** LISTEN, migrations and readers need sessions of their own, which a transaction pooler does not have. */
function findMissingAddress(variables: Variables): string | undefined {
  if (!variables.DATABASE_URL || !variables.PLINTH_DIRECT_DATABASE_URL)
    return (
      "PLINTH_POSTGRES_POOLER needs DATABASE_URL, the pooler's address, " +
      "and PLINTH_DIRECT_DATABASE_URL, the server's own"
    )
  const missing = [...variables.PLINTH_DATA_DATABASES.keys()].filter(
    (region) => !variables.PLINTH_DIRECT_DATA_DATABASES.has(region),
  )
  if (missing.length === 0) return undefined
  return (
    `PLINTH_DIRECT_DATA_DATABASES lacks ${missing.join(', ')}: PLINTH_POSTGRES_POOLER needs the server's own address ` +
    'for each entry of PLINTH_DATA_DATABASES'
  )
}
