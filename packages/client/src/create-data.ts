import type { Client } from './create-client.ts'
import { fetchLinks, filesOf } from './file-links.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { checkColumns, checkTable, columnsIn, type KnownTables } from './known-tables.ts'
import type { RowChange, SubscribeOptions } from './live/live-types.ts'
import { subscribeRows } from './live/subscribe-rows.ts'
import {
  createRow,
  deleteRow,
  deleteRows,
  getRow,
  listRelated,
  listRows,
  patchRow,
  runQuery,
  updateRow,
  updateRows,
} from './protocol/routes.ts'
import type {
  EnvironmentName,
  FileLink,
  FileValue,
  LinkKind,
  Page,
  PlainPage,
  RelatedPage,
  Scope,
  UncountedPage,
} from './protocol/wire-types.ts'
import { type ListParams, type RelatedParams, type RowParams, splitParams } from './row-params.ts'
import type {
  AnyTables,
  FileColumn,
  RelatedRow,
  TableMap,
  TableName,
  TableTypes,
} from './table-types.ts'
import type { CallOptions } from './transport/request-of.ts'
import { type UploadOptions, uploadFile, uploadFiles } from './upload-files.ts'

/** Server and project of an app's rows. */
export interface DataOptions {
  client: Client
  /** Not needed if the host name selects the project. */
  projectId?: string
  environment?: EnvironmentName
  /**
   * Known tables and columns; unknown names are rejected before a request is sent. Generated modules provide this.
   */
  tables?: KnownTables
}

type Changes<T extends TableTypes> = { id: string } & T['update']

/** Calls for the rows of one table. */
export interface TableCalls<T extends TableTypes> {
  getOne(id: string, params?: RowParams<T>): Promise<T['row']>
  /** A page of rows; `$version: 'v1'` has the rows alone, `$count: 'false'` no total. */
  getMany(params: ListParams<T> & { $version: 'v1' }): Promise<PlainPage<T['row']>>
  getMany(params: ListParams<T> & { $count: 'false' }): Promise<UncountedPage<T['row']>>
  getMany(params?: ListParams<T>): Promise<Page<T['row']>>
  /** Creates a row. Files are uploaded first; `onSent` reports their progress. */
  create(record: T['create'], params?: RowParams<T>): Promise<T['row']>
  /** A page of the rows of a relation; `$more` of the row has the cursor after those that it shows. */
  related<Name extends T['relation']>(
    row: { id: string },
    column: Name,
    params?: RelatedParams,
  ): Promise<RelatedPage<RelatedRow<T, Name>>>
  /** Updates the given fields of the row with this id. */
  update(changes: Changes<T>, params?: RowParams<T>): Promise<T['row']>
  /** The same as `update`, sent as PATCH. */
  patch(changes: Changes<T>, params?: RowParams<T>): Promise<T['row']>
  updateMany(changes: readonly Changes<T>[], params?: RowParams<T>): Promise<T['row'][]>
  remove(id: string, params?: RowParams<T>): Promise<void>
  removeMany(ids: readonly string[], params?: RowParams<T>): Promise<void>
  /** Runs a raw read-only query over the project's tables; staff only. */
  query(text: string, params?: QueryParams): Promise<Record<string, unknown>[]>
  /** Calls back for every change of the rows that match; returns the function that ends the subscription. */
  subscribe(
    options: SubscribeOptions<T>,
    onChange: (change: RowChange<T['row']>) => void,
  ): () => void
  /** Uploads a file for a column and returns the value to store in a row; rejects if it fails. */
  upload(column: FileColumn<T>, file: Blob, options?: UploadOptions): Promise<FileValue>
  /** Signed URLs of the files in a column of rows, valid for five minutes. */
  links(
    rows: T['row'] | readonly T['row'][],
    column: FileColumn<T>,
    options?: LinkOptions,
  ): Promise<FileLink[]>
  /** The thumbnail of the first picture in a column of a row; null without a picture. */
  thumb(row: T['row'], column: FileColumn<T>, options?: CallOptions): Promise<FileLink | null>
}

/** Options of a raw query. */
export interface QueryParams extends Scope, CallOptions {}

/** Which URLs are asked for; to show the file in the page by default. */
export interface LinkOptions extends CallOptions {
  want?: LinkKind
}

/** Rows of a project, typed by its known tables. */
export interface Data<Tables extends TableMap<Tables> = AnyTables> {
  readonly client: Client
  readonly scope: Scope
  table<Name extends TableName<Tables>>(name: Name): TableCalls<Tables[Name]>
}

type Fields = Record<string, unknown>

/** Removes fields that the server sets, so that a whole row can be sent back. */
function writable(record: object, alsoLeftOut?: 'id'): Fields {
  const leftOut = ['createdOn', 'updatedOn', 'expand', '$more', alsoLeftOut]
  return Object.fromEntries(Object.entries(record).filter(([name]) => !leftOut.includes(name)))
}

interface Place {
  client: Client
  scope: Scope
  table: string
  known: KnownTables | undefined
}

/** Calls of one table that read. */
function readsOf({ client, scope, table, known }: Place) {
  const prepare = (params: object) => {
    checkColumns(columnsIn(params), { table, known })
    const { query, options } = splitParams({ ...scope, $version: 'v2', ...params })
    return { query, ...options }
  }
  const columnOf = (columnName: string) => {
    checkColumns([columnName], { table, known })
    return { client, query: scope, tableName: table, columnName }
  }
  async function links(rows: readonly { id: string }[], column: string, options: LinkOptions) {
    const files = filesOf(rows, column)
    return fetchLinks(files, columnOf(column), { want: 'view', ...options })
  }
  return {
    prepare,
    columnOf,
    async getOne(id: string, params: object = {}) {
      const input = { params: { table, id }, ...prepare(params) }
      return (await client.call(getRow, input)).data
    },
    async getMany(params: object = {}) {
      return client.call(listRows, { params: { table }, ...prepare(params) })
    },
    async related({ id }: { id: string }, column: string, params: object = {}) {
      checkColumns([column], { table, known })
      const { query, options } = splitParams({ ...scope, $version: 'v2', ...params })
      return client.call(listRelated, { params: { table, id, column }, query, ...options })
    },
    async query(text: string, params: object = {}) {
      const { query, options } = splitParams({ ...scope, ...params })
      const { $projectId: projectId, $environment: environment } = query as Scope
      if (!projectId) throw new Error('A raw query needs a projectId: pass it to createData')
      const body = { sql: text, ...(environment && { environment }) }
      const { columns, rows } = await client.call(runQuery, {
        params: { projectId },
        body,
        ...options,
      })
      return rows.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at]])))
    },
    links: (rows: object, column: string, options: LinkOptions = {}) =>
      links([rows].flat() as { id: string }[], column, options),
    async thumb(row: { id: string }, column: string, options: CallOptions = {}) {
      const [first] = filesOf([row], column)
      if (!first) return null
      const want = { want: 'thumbnail', ...options } as const
      return (await fetchLinks([first], columnOf(column), want))[0] ?? null
    },
  }
}

function callsOf(place: Place): TableCalls<AnyTables[string]> {
  const { client, table, known } = place
  const { prepare, columnOf, ...reads } = readsOf(place)
  const checked = (fields: Fields) => {
    checkColumns(Object.keys(fields), { table, known })
    return fields
  }
  /** A write has a key, so that it can be repeated after a lost connection. */
  const prepareWrite = (params: object) => {
    const { onSent, ...input } = prepare(params)
    const retries = input.retries ?? client.retries ?? 0
    const key = input.idempotencyKey ?? (retries > 0 ? newIdempotencyKey() : undefined)
    return { input: { ...input, ...(key && { idempotencyKey: key }) }, onSent }
  }
  const ready = (fields: Fields, { input, onSent }: ReturnType<typeof prepareWrite>) => {
    const { $projectId, $environment } = input.query as Scope
    const query = { ...($projectId && { $projectId }), ...($environment && { $environment }) }
    const target = { client, query, tableName: table }
    return uploadFiles(checked(fields), target, { signal: input.signal, onSent })
  }
  const here = { table }
  async function change(by: typeof updateRow, row: { id: string }, params: object = {}) {
    const write = prepareWrite(params)
    const body = await ready(writable(row, 'id'), write)
    return (await client.call(by, { params: { table, id: row.id }, body, ...write.input })).data
  }
  return {
    ...(reads as unknown as TableCalls<AnyTables[string]>),
    subscribe: (options, onChange) => subscribeRows(place, { ...options, table, onChange }),
    upload: (column, file, options) => uploadFile(file, columnOf(column), options),
    async create(record, params = {}) {
      const write = prepareWrite(params)
      const body = await ready(record, write)
      const answer = await client.call(createRow, { params: here, body, ...write.input })
      return answer.data as AnyTables[string]['row']
    },
    update: (changes, params) => change(updateRow, changes, params),
    patch: (changes, params) => change(patchRow, changes, params),
    async updateMany(changes, params = {}) {
      const write = prepareWrite(params)
      const rows = changes.map((one) => checked(writable(one)))
      const body: Fields[] = []
      // One row at a time, to limit concurrent file uploads.
      for (const [at, row] of rows.entries()) {
        const onSent = (share: number) => write.onSent?.((at + share) / rows.length)
        body.push(await ready(row, { ...write, onSent }))
      }
      return (await client.call(updateRows, { params: here, body, ...write.input })).data
    },
    async remove(id, params = {}) {
      await client.call(deleteRow, { params: { table, id }, ...prepareWrite(params).input })
    },
    async removeMany(ids, params = {}) {
      const { input } = prepareWrite(params)
      await client.call(deleteRows, { params: here, body: [...ids], ...input })
    },
  }
}

/** The data helper: typed calls for the rows of a project. */
export function createData<Tables extends TableMap<Tables> = AnyTables>(
  options: DataOptions,
): Data<Tables> {
  const { client, projectId, environment, tables: known } = options
  const scope: Scope = {
    ...(projectId && { $projectId: projectId }),
    ...(environment && { $environment: environment }),
  }
  function table(name: string) {
    checkTable(name, known)
    return callsOf({ client, scope, table: name, known })
  }
  return { client, scope, table: table as unknown as Data<Tables>['table'] }
}
