export { ApiError, RequestError } from './api-error.ts'
export type { ClientOptions, Visitor } from './client-options.ts'
export { type CallInput, type Client, createClient, type OpenedStream } from './create-client.ts'
export {
  createData,
  type Data,
  type DataOptions,
  type LinkOptions,
  type QueryParams,
  type TableCalls,
} from './create-data.ts'
export { createUsers, type Users, type UsersOptions } from './create-users.ts'
export { filter } from './filter.ts'
export { fetchTables, type KnownTables } from './known-tables.ts'
export type { LiveState, RowChange, SubscribeOptions } from './live/live-types.ts'
export type { CallAnswer, Route, Shape } from './protocol/route.ts'
export type {
  AppIdentity,
  AppPasskey,
  ApprovalField,
  ApprovalState,
  ErrorCode,
  FileLink,
  FileValue,
  LinkKind,
  MoreLinks,
  Page,
  PlainPage,
  RelatedPage,
  Row,
  Scope,
  UncountedPage,
  UserApproval,
  UserDecision,
  UserSession,
} from './protocol/wire-types.ts'
export type { ProviderOptions } from './provider-sign-in.ts'
export type { ListParams, RelatedParams, RowParams } from './row-params.ts'
export { localStorageStore } from './sessions/local-storage-store.ts'
export { memoryStore } from './sessions/memory-store.ts'
export type { LocalSessionStore, Session, SessionStore } from './sessions/session.ts'
export type {
  AnyTables,
  FileInput,
  Json,
  TableMap,
  TableName,
  TableTypes,
} from './table-types.ts'
export type { CallOptions } from './transport/request-of.ts'
export { type UploadOptions, type UploadPlace, uploadFile } from './upload-files.ts'
