import { type Row as ContractRow, getMe } from '@plinth/contract'
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { Data, Page } from '../create-data.ts'
import type { ListParams, RowParams } from '../row-params.ts'
import type { TableMap, TableName } from '../table-types.ts'
import { CURRENT_USER_RETENTION_MS, READ_DEFAULTS, RETENTION_MS } from './defaults.ts'
import { currentUserKey, listKey, rowKey } from './keys.ts'

type Behaviour = Pick<
  UseQueryOptions,
  | 'enabled'
  | 'gcTime'
  | 'staleTime'
  | 'refetchInterval'
  | 'refetchOnMount'
  | 'refetchOnReconnect'
  | 'refetchOnWindowFocus'
  | 'retry'
  | 'retryDelay'
>

/** Input of a read hook: the call's parameters and query options. */
export type Read<Params> = Omit<Params, 'signal' | 'idempotencyKey' | 'ifMatch' | 'headers'> &
  Behaviour

/** Separates the call's parameters from the query options. */
function split(read: object): { params: object; behaviour: Behaviour } {
  const entries = Object.entries(read).filter(([, value]) => value !== undefined)
  return {
    params: Object.fromEntries(entries.filter(([name]) => name.startsWith('$'))),
    behaviour: Object.fromEntries(entries.filter(([name]) => !name.startsWith('$'))),
  }
}

interface Of<Name> {
  table: Name
}

/** Query options of a single row. */
export function rowOptions<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, id, ...read }: Of<Name> & { id: string } & Read<RowParams<Tables[Name]>>,
) {
  type Row = Tables[Name]['row']
  const { params, behaviour } = split(read)
  return queryOptions<Row>({
    ...READ_DEFAULTS,
    gcTime: RETENTION_MS,
    ...(behaviour as object),
    queryKey: [...rowKey(data, table), id, params],
    queryFn: ({ signal }): Promise<Row> => data.table(table).getOne(id, { ...params, signal }),
  })
}

/** Query options of a page of rows. */
export function rowsOptions<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, ...read }: Of<Name> & Read<ListParams<Tables[Name]>>,
) {
  type Row = Tables[Name]['row']
  const { params, behaviour } = split(read)
  return queryOptions<Page<Row>>({
    ...READ_DEFAULTS,
    gcTime: RETENTION_MS,
    ...(behaviour as object),
    queryKey: [...listKey(data, table), params],
    queryFn: ({ signal }): Promise<Page<Row>> => data.table(table).getMany({ ...params, signal }),
  })
}

/** Query options of the current user. */
export function currentUserOptions<User = Pick<ContractRow, 'id'>>(
  data: Pick<Data, 'client' | 'scope'>,
  behaviour: Behaviour = {},
) {
  return queryOptions<User>({
    ...READ_DEFAULTS,
    gcTime: CURRENT_USER_RETENTION_MS,
    ...(behaviour as object),
    queryKey: currentUserKey(data),
    queryFn: async ({ signal }) => {
      const query = data.scope as Record<string, string>
      return (await data.client.call(getMe, { query, signal })).user as User
    },
  })
}
