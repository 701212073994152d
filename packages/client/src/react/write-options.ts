import type { QueryClient } from '@tanstack/react-query'
import type { Data, TableCalls } from '../create-data.ts'
import type { TableMap, TableName, TableTypes } from '../table-types.ts'
import { listKey, rowKey } from './keys.ts'

type First<Call extends (...args: never[]) => unknown> = Parameters<Call>[0]

interface Write<Value, Input> {
  mutationFn: (input: Input) => Promise<Value>
  onSuccess: (value: Value, input: Input) => void
}

/** Mutations of a table, with the queries they invalidate. */
export interface WriteOptions<T extends TableTypes> {
  create: Write<T['row'], First<TableCalls<T>['create']>>
  update: Write<T['row'], First<TableCalls<T>['update']>>
  updateMany: Write<T['row'][], First<TableCalls<T>['updateMany']>>
  remove: Write<void, string>
  removeMany: Write<void, readonly string[]>
}

/** Mutations of a table; each invalidates the queries that it makes stale. */
export function writeOptions<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, queries }: { table: Name; queries: QueryClient },
): WriteOptions<Tables[Name]> {
  const calls = (): TableCalls<Tables[Name]> => data.table(table)
  // Inactive queries must be refetched too, because mounting does not refetch them.
  const forget = (queryKey: readonly unknown[]) => {
    queries.invalidateQueries({ queryKey, refetchType: 'all' })
  }
  const forgetLists = () => forget(listKey(data, table))
  const forgetRow = (id: string) => forget([...rowKey(data, table), id])
  return {
    create: { mutationFn: async (record) => calls().create(record), onSuccess: forgetLists },
    update: {
      mutationFn: async (changes) => calls().update(changes),
      onSuccess: (_, { id }) => {
        forgetLists()
        forgetRow(id)
      },
    },
    updateMany: {
      mutationFn: async (changes) => calls().updateMany(changes),
      onSuccess: (_, changes) => {
        forgetLists()
        for (const { id } of changes) forgetRow(id)
      },
    },
    remove: { mutationFn: async (id) => calls().remove(id), onSuccess: forgetLists },
    removeMany: { mutationFn: async (ids) => calls().removeMany(ids), onSuccess: forgetLists },
  }
}
