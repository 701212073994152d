import type pg from 'pg'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { toPreparedQuery } from '../../../foundation/platform/sql.ts'

/** Runs the statements of stores on a connection of its own, in the transaction that its caller has begun. */
export function onClient(client: pg.Client): Transaction {
  return {
    transaction: true,
    async query<R extends Record<string, unknown>>(
      statement: Parameters<typeof toPreparedQuery>[0],
    ) {
      const result = await client.query<R>(toPreparedQuery(statement))
      return result.rows
    },
  }
}
