import type { Logger } from 'pino'
import type { PostgresEngineOptions } from '../../databases/postgres/connection/connect.ts'
import { ConnectionBudget } from '../../foundation/platform/connection-budget.ts'
import { SingleConnections } from '../../foundation/platform/single-connections.ts'
import type { Vault } from '../../foundation/secrets/vault.ts'
import type { Env } from '../../foundation/settings/env.ts'
import type { PostgresPoolOptions } from '../../rows/runners/postgres/postgres-pools.ts'
import type { Parts } from './start-parts.ts'

/** How long a sync, a backup or another task waits for a connection. */
const TASK_WAIT_MS = 10_000
/** The connection that listens for notifications, and the one of a readiness check. */
const RESERVED = 2

/**
 * The options of rows and of tasks, which share one budget of connections: what the platform's own connections leave,
 * so that the platform never waits for them.
 */
export function postgresOptions(of: {
  env: Env
  log: Logger
  addresses: Parts['addresses']
  vault: Vault
}): { rows: PostgresPoolOptions; tasks: PostgresEngineOptions; budget: ConnectionBudget } {
  const { env, log, vault } = of
  const { urlOf, directUrlOf } = of.addresses
  const { maxConnections, platformConnections, dataConnections, readerConnections } = env.postgres
  const { idleMs, isPooled } = env.postgres
  const max = maxConnections - platformConnections - RESERVED
  const budget = new ConnectionBudget({
    max,
    onExhausted: () =>
      log.warn(
        { max, setting: 'PLINTH_MAX_CONNECTIONS' },
        'postgres: all connections of this process are in use',
      ),
  })
  const { egress } = env
  return {
    budget,
    rows: {
      urlOf,
      directUrlOf,
      vault,
      egress,
      isPooled,
      budget,
      statementMs: env.statementMs,
      limits: { perDatabase: dataConnections, readers: readerConnections, idleMs },
      onError: (error) => log.warn({ err: error }, 'rows: database connection lost'),
    },
    tasks: {
      urlOf: directUrlOf,
      vault,
      egress,
      places: new SingleConnections(budget, { waitMs: TASK_WAIT_MS }),
    },
  }
}
