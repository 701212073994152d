import type { Data } from '../create-data.ts'
import { getMe } from '../protocol/routes.ts'
import type { Page, PlainPage, UncountedPage } from '../protocol/wire-types.ts'
import type { ListParams, RowParams } from '../row-params.ts'
import type { TableMap, TableName } from '../table-types.ts'
import { CURRENT_USER_RETENTION_MS, READ_DEFAULTS, RETENTION_MS } from './defaults.ts'
import { currentUserKey, listKey, rowKey } from './keys.ts'

/** Options of TanStack Query that reads accept. */
export interface ReadBehaviour {
  enabled?: boolean
  gcTime?: number
  staleTime?: number
  refetchInterval?: number | false
  refetchOnMount?: boolean | 'always'
  refetchOnReconnect?: boolean | 'always'
  refetchOnWindowFocus?: boolean | 'always'
  retry?: boolean | number | ((failures: number, error: Error) => boolean)
  retryDelay?: number | ((failures: number, error: Error) => number)
}

/** Input of a read hook: the call's parameters and query options. */
export type Read<Params> = Omit<
  Params,
  'signal' | 'idempotencyKey' | 'ifMatch' | 'headers' | 'lines' | 'onSent' | 'retries'
> &
  ReadBehaviour

/** The page that a list's parameters ask for. */
export type PageFor<Row, Asked> = Asked extends { $version: 'v1' }
  ? PlainPage<Row>
  : Asked extends { $count: 'false' }
    ? UncountedPage<Row>
    : Page<Row>

/** Options for `useQuery` and the other functions of TanStack Query. */
export interface ReadOptions<Value> extends ReadBehaviour {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Value>
}

/** Separates the call's parameters from the query options. */
function split(read: object): { params: object; behaviour: object } {
  const entries = Object.entries(read).filter(([, value]) => value !== undefined)
  return {
    params: Object.fromEntries(entries.filter(([name]) => name.startsWith('$'))),
    behaviour: Object.fromEntries(entries.filter(([name]) => !name.startsWith('$'))),
  }
}

/** TanStack Query retries, so the client does not. */
const onceWith = (params: object, signal: AbortSignal) => ({ ...params, signal, retries: 0 })

interface Of<Name> {
  table: Name
}

/** Query options of a single row. */
export function rowOptions<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, id, ...read }: Of<Name> & { id: string } & Read<RowParams<Tables[Name]>>,
): ReadOptions<Tables[Name]['row']> {
  const { params, behaviour } = split(read)
  return {
    ...READ_DEFAULTS,
    gcTime: RETENTION_MS,
    ...behaviour,
    queryKey: [...rowKey(data, table), id, params],
    queryFn: ({ signal }) => data.table(table).getOne(id, onceWith(params, signal)),
  }
}

/** Query options of a page of rows. */
export function rowsOptions<
  Tables extends TableMap<Tables>,
  Name extends TableName<Tables>,
  const Version extends 'v1' | 'v2' = 'v2',
  const Count extends 'true' | 'false' = 'true',
>(
  data: Data<Tables>,
  {
    table,
    ...read
  }: Of<Name> & Read<ListParams<Tables[Name]>> & { $version?: Version; $count?: Count },
): ReadOptions<PageFor<Tables[Name]['row'], { $version: Version; $count: Count }>> {
  type Asked = PageFor<Tables[Name]['row'], { $version: Version; $count: Count }>
  const { params, behaviour } = split(read)
  return {
    ...READ_DEFAULTS,
    gcTime: RETENTION_MS,
    ...behaviour,
    queryKey: [...listKey(data, table), params],
    queryFn: async ({ signal }) => {
      const page = await data.table(table).getMany(onceWith(params, signal))
      return page as PlainPage<unknown> as Asked
    },
  }
}

/** Query options of the current user. */
export function currentUserOptions<User = { id: string; [column: string]: unknown }>(
  data: Pick<Data, 'client' | 'scope'>,
  behaviour: ReadBehaviour = {},
): ReadOptions<User> {
  return {
    ...READ_DEFAULTS,
    gcTime: CURRENT_USER_RETENTION_MS,
    ...behaviour,
    queryKey: currentUserKey(data),
    queryFn: async ({ signal }) => {
      const query = data.scope as Record<string, string>
      return (await data.client.call(getMe, { query, signal, retries: 0 })).user as User
    },
  }
}
