import type { Database } from '@plinth/contract'

/** Where an environment's rows live. */
export interface Placement {
  environmentId: string
  engine: Database
  /** A region's cluster, `default`, `local` for files, or `external` with a connection of its own. */
  server: string
  database: string
  schema: string
  /** The sealed address of an external database. */
  connection: Buffer | null
}

/** One kind of database that can hold a project's rows. Every act can be repeated. */
export interface DatabaseEngine {
  provision(placement: Placement): Promise<void>
  drop(placement: Placement): Promise<void>
  check(): Promise<void>
}

export type DatabaseEngines = Record<Database, DatabaseEngine>
