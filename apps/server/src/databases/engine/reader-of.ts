import type { Placement } from './database-engine.ts'

const baseOf = ({ schema, connection, environmentId }: Placement) =>
  // Roles are shared by all databases of a server, and in an external one the schema is often called `public`.
  connection ? environmentId : schema

/** The role that logs in for one environment's raw queries and Computed tables; it may only read. */
export const readerOf = (placement: Placement): string => `${baseOf(placement)}_reader`

/** The role that owns the views of one environment's Computed tables; it cannot log in. */
export const viewOwnerOf = (placement: Placement): string => `${baseOf(placement)}_view`
