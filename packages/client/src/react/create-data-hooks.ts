import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Data } from '../create-data.ts'
import type { ListParams, RowParams } from '../row-params.ts'
import type { TableMap, TableName } from '../table-types.ts'
import { currentUserOptions, type Read, rowOptions, rowsOptions } from './read-options.ts'
import { writeOptions } from './write-options.ts'

/** The data helper as React hooks; requires a `QueryClientProvider`. */
export function createDataHooks<Tables extends TableMap<Tables>>(data: Data<Tables>) {
  type Name = TableName<Tables>

  function useRow<N extends Name>(table: N, read: { id: string } & Read<RowParams<Tables[N]>>) {
    return useQuery(rowOptions(data, { table, ...read }))
  }

  function useRows<N extends Name>(table: N, read?: Read<ListParams<Tables[N]>>) {
    return useQuery(rowsOptions(data, { table, ...(read as Read<ListParams<Tables[N]>>) }))
  }

  function useWrites<N extends Name>(table: N) {
    const queries = useQueryClient()
    return writeOptions(data, { table, queries })
  }

  return {
    useRow,
    useRows,
    useCreateRow: <N extends Name>(table: N) => useMutation(useWrites(table).create),
    useUpdateRow: <N extends Name>(table: N) => useMutation(useWrites(table).update),
    useUpdateRows: <N extends Name>(table: N) => useMutation(useWrites(table).updateMany),
    useDeleteRow: <N extends Name>(table: N) => useMutation(useWrites(table).remove),
    useDeleteRows: <N extends Name>(table: N) => useMutation(useWrites(table).removeMany),
    useCurrentUser: <User = { id: string }>(read: { enabled?: boolean } = {}) =>
      useQuery(currentUserOptions<User>(data, read)),
  }
}
