import { SpanKind } from '@opentelemetry/api'
import { inChildSpan, isTracing } from '../traces/spans.ts'
import type { Database, Queryable } from './database.ts'
import type { Sql } from './sql.ts'

const OPERATIONS = ['select', 'insert', 'update', 'delete', 'with']

/** The first word of a statement; its text and its values are never recorded. */
function operationOf({ text }: Pick<Sql, 'text'>): string {
  const [, word = ''] = /^\s*(\w+)/.exec(text) ?? []
  return OPERATIONS.includes(word) ? word : 'other'
}

function traceQueries<Q extends Queryable>(on: Q): Q {
  return {
    ...on,
    query: (statement: Sql) =>
      inChildSpan(
        {
          name: `platform ${operationOf(statement)}`,
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql' },
        },
        () => on.query(statement),
      ),
  }
}

/** Records the statements and transactions of a request or a step as spans. */
export function traceDatabase(db: Database): Database {
  if (!isTracing()) return db
  return {
    ...traceQueries(db),
    transaction: (effect) =>
      inChildSpan({ name: 'platform transaction' }, () =>
        db.transaction((transaction) => effect(traceQueries(transaction))),
      ),
  }
}
