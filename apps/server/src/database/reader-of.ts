import type { Placement } from './database-engine.ts'

/** The role that may only read one environment's rows; roles are shared by all databases of a server. */
export function readerOf({ schema, connection, environmentId }: Placement): string {
  return `${connection ? environmentId : schema}_reader`
}
