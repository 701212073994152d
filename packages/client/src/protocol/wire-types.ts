/** Codes of error responses. New ones may be added: treat an unknown code by its status. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'reauthenticate'
  | 'project_read_only'
  | 'project_suspended'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'stale'
  | 'blocked'
  | 'too_large'
  | 'unsupported_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'timeout'
  | 'storage_full'

/** Body of an error response. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; details?: unknown; requestId: string }
}

export type EnvironmentName = 'dev' | 'production'

/** A stored file, as rows contain it. */
export interface FileValue {
  fileName: string
  fileSize: number
  fileType: string
  fileKey: string
  url: string
}

/** A list of which a row has only the start. */
export interface MoreLinks {
  /** The number of all related rows that the caller may see. */
  total: number
  /** `$cursor` of `related`, after the rows that the answer has; null if it has all of them. */
  cursor: string | null
}

/** A row as returned; `$columns` and Computed tables may omit the timestamps. */
export interface Row {
  /** Relations with more than 100 rows, by column. */
  $more?: Record<string, MoreLinks> | undefined
  id: string
  createdOn?: string | undefined
  updatedOn?: string | undefined
  [column: string]: unknown
}

/** Columns of every row. */
export const SYSTEM_COLUMNS: readonly string[] = ['id', 'createdOn', 'updatedOn']

/** Project and environment of a call, unless the host name or the token selects them. */
export interface Scope {
  $projectId?: string
  $environment?: EnvironmentName
}

/** A list in version 1. */
export interface PlainPage<Value> {
  data: Value[]
}

/** A list without the number of all rows. */
export interface UncountedPage<Value> extends PlainPage<Value> {
  page: number
  limit: number
  hasMore: boolean
  /** `$cursor` of the next page; null on the last page. */
  cursor: string | null
}

/** A page of a list with the number of all rows that match. */
export interface Page<Value> extends UncountedPage<Value> {
  total: number
}

/** A page of the rows of a relation. */
export interface RelatedPage<Value> {
  data: Value[]
  limit: number
  /** Missing with `$count: 'false'`. */
  total?: number | undefined
  hasMore: boolean
  /** `$cursor` of the next page; null on the last page. */
  cursor: string | null
}

export interface AppToken {
  token: string
  expiresOn: string
}

/** A token with the row of its user. */
export type UserSession<User> = AppToken & { user: User }

/** A person of an identity provider with whom the user can sign in. */
export interface AppIdentity {
  /** Null if the table has no such provider any more. */
  provider: string | null
  issuer: string
  email: string | null
  linkedOn: string
  usedOn: string
}

/** A passkey of an app user. */
export interface AppPasskey {
  id: string
  name: string
  createdOn: string
  /** Null if it was never used. */
  lastUsedOn: string | null
  /** False while passkeys are off for the table, or belong to another host. */
  isUsable: boolean
}

/** Where a sign-in with an identity provider begins. */
export interface StartedAtProvider {
  url: string
  redirect: string
  origin: string
}

/** Why a link is asked for: shown in the page, saved as a file, or as a small picture. */
export type LinkKind = 'view' | 'download' | 'thumbnail'

/** A signed URL of a file, valid for five minutes. */
export interface FileLink {
  fileKey: string
  /** Null if there is no thumbnail, or if it is not ready yet. */
  url: string | null
  /** The thumbnail is being made: ask again. */
  isWaiting: boolean
}

export type ApprovalState = 'waiting' | 'approved' | 'rejected' | 'expired' | 'cancelled'

/** A field of the form of an approval. */
export interface ApprovalField {
  name: string
  label: string
  type: 'text' | 'number' | 'boolean' | 'select'
  required: boolean
  options: string[]
}

/** A decision of a workflow that waits for the app user. */
export interface UserApproval {
  id: string
  title: string
  details: string
  fields: ApprovalField[]
  state: ApprovalState
  createdOn: string
  deadlineOn: string
}

/** What an app user decides, with the values of the form. */
export interface UserDecision {
  decision: 'approve' | 'reject'
  values?: Record<string, string | number | boolean | null>
  comment?: string
}
