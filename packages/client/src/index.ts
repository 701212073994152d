export type { FileValue } from '@plinth/contract'
export { ApiError } from './api-error.ts'
export {
  type CallAnswer,
  type CallInput,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  pathOf,
} from './create-client.ts'
export {
  createData,
  type Data,
  type DataOptions,
  type Page,
  type TableCalls,
} from './create-data.ts'
export { createUsers, type UserSession, type Users, type UsersOptions } from './create-users.ts'
export { filter } from './filter.ts'
export { fetchTables, type KnownTables } from './known-tables.ts'
export type { ListParams, RowParams, Scope } from './row-params.ts'
export type {
  AnyTables,
  FileInput,
  Json,
  TableMap,
  TableName,
  TableTypes,
} from './table-types.ts'
export { prepareUpload } from './upload-files.ts'
