import type { DatabaseServer } from '../../foundation/platform/check-database-servers.ts'
import type { ConnectionBudget } from '../../foundation/platform/connection-budget.ts'
import type { OperationsContext } from '../../operations/context.ts'

/** Satisfies the context of every layer. */
export interface Context extends OperationsContext {
  /** The PostgreSQL servers that the settings name. */
  databaseServers: readonly DatabaseServer[]
  /** The connections of this process to data databases. */
  connectionBudget: ConnectionBudget
}
