import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Data } from '../create-data.ts'
import type { LiveRows } from '../live/live-rows.ts'
import type { ListParams, RowParams } from '../row-params.ts'
import type { TableMap, TableName, TableTypes } from '../table-types.ts'
import {
  currentUserOptions,
  type PageFor,
  type Read,
  rowOptions,
  rowsOptions,
} from './read-options.ts'
import { type LiveRead, useLiveRows } from './use-live-rows.ts'
import { writeOptions } from './write-options.ts'

type Changes<T extends TableTypes> = { id: string } & T['update']

/** The data helper as React hooks. */
export interface DataHooks<Tables extends TableMap<Tables>> {
  useRow<N extends TableName<Tables>>(
    table: N,
    read: { id: string } & Read<RowParams<Tables[N]>>,
  ): UseQueryResult<Tables[N]['row'], Error>
  useRows<
    N extends TableName<Tables>,
    const Version extends 'v1' | 'v2' = 'v2',
    const Count extends 'true' | 'false' = 'true',
  >(
    table: N,
    read?: Read<ListParams<Tables[N]>> & { $version?: Version; $count?: Count },
  ): UseQueryResult<PageFor<Tables[N]['row'], { $version: Version; $count: Count }>, Error>
  /** Rows that follow every change of the table. At most 1,000 may match. */
  useLiveRows<N extends TableName<Tables>>(
    table: N,
    read?: LiveRead<Tables[N]>,
  ): LiveRows<Tables[N]['row']>
  useCreateRow<N extends TableName<Tables>>(
    table: N,
  ): UseMutationResult<Tables[N]['row'], Error, Tables[N]['create']>
  useUpdateRow<N extends TableName<Tables>>(
    table: N,
  ): UseMutationResult<Tables[N]['row'], Error, Changes<Tables[N]>>
  useUpdateRows<N extends TableName<Tables>>(
    table: N,
  ): UseMutationResult<Tables[N]['row'][], Error, readonly Changes<Tables[N]>[]>
  useDeleteRow(table: TableName<Tables>): UseMutationResult<void, Error, string>
  useDeleteRows(table: TableName<Tables>): UseMutationResult<void, Error, readonly string[]>
  useCurrentUser<User = { id: string }>(read?: { enabled?: boolean }): UseQueryResult<User, Error>
}

/** The data helper as React hooks; requires a `QueryClientProvider`. */
export function createDataHooks<Tables extends TableMap<Tables>>(
  data: Data<Tables>,
): DataHooks<Tables> {
  function useWrites<N extends TableName<Tables>>(table: N) {
    const queries = useQueryClient()
    return writeOptions(data, { table, queries })
  }

  return {
    useRow: (table, read) => useQuery(rowOptions(data, { table, ...read })),
    useRows: (table, read) =>
      useQuery(rowsOptions(data, { table, ...(read as NonNullable<typeof read>) })),
    useLiveRows: (table, read) => useLiveRows(data, { table, ...read }),
    useCreateRow: (table) => useMutation(useWrites(table).create),
    useUpdateRow: (table) => useMutation(useWrites(table).update),
    useUpdateRows: (table) => useMutation(useWrites(table).updateMany),
    useDeleteRow: (table) => useMutation(useWrites(table).remove),
    useDeleteRows: (table) => useMutation(useWrites(table).removeMany),
    useCurrentUser: <User>(read = {}) => useQuery(currentUserOptions<User>(data, read)),
  }
}
