import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Data, TableCalls } from '../create-data.ts'
import type { TableMap, TableName } from '../table-types.ts'
import { listKey, rowKey } from './keys.ts'

type First<Call extends (...args: never[]) => unknown> = Parameters<Call>[0]

/** Mutations of a table, with the queries they invalidate. */
export function writeOptions<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, queries }: { table: Name; queries: QueryClient },
) {
  type Calls = TableCalls<Tables[Name]>
  const calls = (): Calls => data.table(table)
  // Inactive queries must be refetched too, because mounting does not refetch them.
  const forget = (queryKey: readonly unknown[]) => {
    queries.invalidateQueries({ queryKey, refetchType: 'all' })
  }
  const forgetLists = () => forget(listKey(data, table))
  const forgetRow = (id: string) => forget([...rowKey(data, table), id])
  return {
    create: mutationOptions({
      mutationFn: async (record: First<Calls['create']>) => calls().create(record),
      onSuccess: forgetLists,
    }),
    update: mutationOptions({
      mutationFn: async (changes: First<Calls['update']>) => calls().update(changes),
      onSuccess: (_, { id }) => {
        forgetLists()
        forgetRow(id)
      },
    }),
    updateMany: mutationOptions({
      mutationFn: async (changes: First<Calls['updateMany']>) => calls().updateMany(changes),
      onSuccess: (_, changes) => {
        forgetLists()
        for (const { id } of changes) forgetRow(id)
      },
    }),
    remove: mutationOptions({
      mutationFn: async (id: string) => calls().remove(id),
      onSuccess: forgetLists,
    }),
    removeMany: mutationOptions({
      mutationFn: async (ids: readonly string[]) => calls().removeMany(ids),
      onSuccess: forgetLists,
    }),
  }
}
