import {
  createRow,
  deleteRow,
  deleteRows,
  getRow,
  listRows,
  updateRow,
  updateRows,
} from '@plinth/contract'
import type { CallAnswer, Client } from './create-client.ts'
import { checkColumns, checkTable, columnsIn, type KnownTables } from './known-tables.ts'
import { type ListParams, type RowParams, type Scope, splitParams } from './row-params.ts'
import type { AnyTables, TableMap, TableName, TableTypes } from './table-types.ts'
import { uploadFiles } from './upload-files.ts'

/** Server and project of an app's rows. */
export interface DataOptions {
  client: Client
  /** Not needed if the host name selects the project. */
  projectId?: string
  environment?: Scope['$environment']
  /**
   * Known tables and columns; unknown names are rejected before a request is sent. Generated modules provide this.
   */
  tables?: KnownTables
}

export type Page<Row> = Omit<CallAnswer<typeof listRows>, 'data'> & { data: Row[] }

type Changes<T extends TableTypes> = { id: string } & T['update']

/** Calls for the rows of one table. */
export interface TableCalls<T extends TableTypes> {
  getOne(id: string, params?: RowParams<T>): Promise<T['row']>
  getMany(params?: ListParams<T>): Promise<Page<T['row']>>
  create(record: T['create'], params?: RowParams<T>): Promise<T['row']>
  /** Updates the given fields of the row with this id. */
  update(changes: Changes<T>, params?: RowParams<T>): Promise<T['row']>
  updateMany(changes: readonly Changes<T>[], params?: RowParams<T>): Promise<T['row'][]>
  remove(id: string, params?: RowParams<T>): Promise<void>
  removeMany(ids: readonly string[], params?: RowParams<T>): Promise<void>
  /** Runs a raw read-only query; staff only. */
  query(text: string, params?: RowParams<T>): Promise<unknown>
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
  const leftOut = ['createdOn', 'updatedOn', 'expand', alsoLeftOut]
  return Object.fromEntries(Object.entries(record).filter(([name]) => !leftOut.includes(name)))
}

interface Place {
  client: Client
  scope: Scope
  table: string
  known: KnownTables | undefined
}

function callsOf({ client, scope, table, known }: Place): TableCalls<AnyTables[string]> {
  const prepare = (params: object) => {
    checkColumns(columnsIn(params), { table, known })
    const { query, options } = splitParams({ ...scope, ...params })
    return { query, ...options }
  }
  const checked = (fields: Fields) => {
    checkColumns(Object.keys(fields), { table, known })
    return fields
  }
  const ready = (fields: Fields, { query }: { query: Scope }) => {
    const { $projectId, $environment } = query
    const asked = { ...($projectId && { $projectId }), ...($environment && { $environment }) }
    return uploadFiles(checked(fields), { client, query: asked, tableName: table })
  }
  const here = { table }
  return {
    async getOne(id, params = {}) {
      const input = { params: { table, id }, ...prepare(params) }
      return (await client.call(getRow, input)).data
    },
    async getMany(params = {}) {
      return client.call(listRows, { params: here, ...prepare(params) })
    },
    async create(record, params = {}) {
      const input = prepare(params)
      const body = await ready(record, input)
      const answer = await client.call(createRow, { params: here, body, ...input })
      return answer.data as AnyTables[string]['row']
    },
    async update({ id, ...changes }, params = {}) {
      const input = prepare(params)
      const body = await ready(writable(changes, 'id'), input)
      return (await client.call(updateRow, { params: { table, id }, body, ...input })).data
    },
    async updateMany(changes, params = {}) {
      const input = prepare(params)
      const rows = changes.map((one) => checked(writable(one)))
      const body: Fields[] = []
      // One row at a time, to limit concurrent file uploads.
      for (const row of rows) body.push(await ready(row, input))
      return (await client.call(updateRows, { params: here, body, ...input })).data
    },
    async remove(id, params = {}) {
      await client.call(deleteRow, { params: { table, id }, ...prepare(params) })
    },
    async removeMany(ids, params = {}) {
      await client.call(deleteRows, { params: here, body: [...ids], ...prepare(params) })
    },
    async query(text, params = {}) {
      const input = { params: here, body: { query: text }, ...prepare(params) }
      return (await client.call(createRow, input)).data
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
