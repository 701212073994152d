import type { Placement } from './database-engine.ts'

const baseOf = ({ schema, connection, environmentId }: Placement) =>
  // Roles are shared by all databases of a server, and an external schema is often called `public`.
  connection ? environmentId : schema

/** The read-only login role for one environment's raw queries and Computed tables. */
export const readerRole = (placement: Placement): string => `${baseOf(placement)}_reader`

/** The role that owns the views of one environment's Computed tables; it cannot log in. */
export const viewOwnerRole = (placement: Placement): string => `${baseOf(placement)}_view`
