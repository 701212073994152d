import pg from 'pg'
import type { Logger } from 'pino'
import { SettingsError } from '../settings/env.ts'
import {
  type DatabaseRights,
  listExcessRights,
  listMissingRights,
  readDatabaseRights,
  refuseOldVersion,
} from './database-rights.ts'
import { limitQueries } from './limit-queries.ts'

export interface DatabaseServer {
  /** The setting that names it. */
  setting: string
  /** Whose rows it holds: a region's, or `default`. */
  region: string
  url: string
  /** Whether it holds projects' rows, for which databases and roles are created. */
  holdsRows: boolean
}

/** Throws for servers that are too old; logs excess and missing rights of the product's roles. */
export async function checkDatabaseServers(
  servers: readonly DatabaseServer[],
  log: Logger,
): Promise<void> {
  await Promise.all(
    servers.map(async ({ setting, url, holdsRows }) => {
      const rights = await readServerRights(url).catch((error: unknown) => {
        log.warn(
          { setting, err: error },
          'postgres: server not reachable, version and rights unknown',
        )
      })
      if (!rights) return
      const reason = refuseOldVersion(setting, rights.versionNumber)
      if (reason) throw new SettingsError(reason)
      const { role } = rights
      const remedy = listExcessRights(rights)
      if (remedy.length > 0)
        log.warn({ setting, role, remedy }, 'postgres: role has rights that it must not have')
      const missing = holdsRows ? listMissingRights(rights) : []
      if (missing.length > 0) log.warn({ setting, role, missing }, 'postgres: role lacks rights')
    }),
  )
}

const MAX_QUERY_MS = 30_000

/** Reads the version and the rights of the role on a connection of its own. */
export async function readServerRights(url: string, maxMs = MAX_QUERY_MS): Promise<DatabaseRights> {
  const connectionTimeoutMillis = Math.min(maxMs, 10_000)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis })
  limitQueries(client, { maxMs })
  client.on('error', () => undefined)
  await client.connect()
  return readDatabaseRights(client).finally(() => client.end())
}
