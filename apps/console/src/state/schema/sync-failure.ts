import type { Configuration, Table } from '@plinth/contract'

/** The reason why the last sync of this configuration failed. */
export interface SyncFailure {
  configuration: Configuration
  message: string
}

/** The table that the reason names in quotes; the first one if it names several. */
export function findFailedTable({ configuration, message }: SyncFailure): Table | undefined {
  return configuration.tables
    .filter(({ name }) => name !== '' && message.includes(`"${name}"`))
    .sort(
      (left, right) => message.indexOf(`"${left.name}"`) - message.indexOf(`"${right.name}"`),
    )[0]
}
