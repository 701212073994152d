import type { TypedRoute } from './route.ts'
import type {
  ApprovalState,
  AppToken,
  EnvironmentName,
  FileLink,
  LinkKind,
  PlainPage,
  RelatedPage,
  Row,
  Scope,
  UserApproval,
  UserDecision,
} from './wire-types.ts'

// The contract's endpoints that apps call, without their schemas. `routes.test.ts` compares both.

type Query = Record<string, string | number>
type Fields = Record<string, unknown>
interface OfTable {
  table: string
}
interface OfRow extends OfTable {
  id: string
}
interface Rows {
  params: OfTable
  query: Query
}
interface OneRow {
  params: OfRow
  query: Query
}

export const listRows: TypedRoute<Rows & { answer: PlainPage<Row> }> = {
  method: 'GET',
  path: '/api/data/{table}',
  access: 'rules',
}
export const getRow: TypedRoute<OneRow & { answer: { data: Row } }> = {
  method: 'GET',
  path: '/api/data/{table}/{id}',
  access: 'rules',
}
export const listRelated: TypedRoute<{
  params: OfRow & { column: string }
  query: Query
  answer: RelatedPage<Row>
}> = {
  method: 'GET',
  path: '/api/data/{table}/{id}/{column}',
  access: 'rules',
}
export const createRow: TypedRoute<Rows & { body: Fields; answer: { data: unknown } }> = {
  method: 'POST',
  path: '/api/data/{table}',
  access: 'rules',
}
export const updateRow: TypedRoute<OneRow & { body: Fields; answer: { data: Row } }> = {
  method: 'PUT',
  path: '/api/data/{table}/{id}',
  access: 'rules',
}
export const patchRow: typeof updateRow = { ...updateRow, method: 'PATCH' }
export const updateRows: TypedRoute<Rows & { body: Fields[]; answer: { data: Row[] } }> = {
  method: 'PUT',
  path: '/api/data/{table}',
  access: 'rules',
}
export const deleteRow: TypedRoute<OneRow & { answer: unknown }> = {
  method: 'DELETE',
  path: '/api/data/{table}/{id}',
  access: 'rules',
}
export const deleteRows: TypedRoute<Rows & { body: string[]; answer: unknown }> = {
  method: 'DELETE',
  path: '/api/data/{table}',
  access: 'rules',
}

export const runQuery: TypedRoute<{
  params: { projectId: string }
  body: { sql: string; environment?: EnvironmentName }
  answer: { columns: string[]; rows: unknown[][]; truncated: boolean }
}> = {
  method: 'POST',
  path: '/api/project/{projectId}/sql',
  access: 'project:developer',
  isRead: true,
}

interface Described {
  fileName: string
  fileSize: number
  fileType: string
}
interface Upload {
  query: Scope
  body: { tableName: string; columnName: string; files: Described[] }
  answer: { urls: string[] }
}

export const requestUpload: TypedRoute<Upload> = {
  method: 'POST',
  path: '/api/file/upload',
  access: 'rules',
  isRead: true,
}

interface Links {
  query: Scope
  body: {
    tableName: string
    columnName: string
    want: LinkKind
    files: { rowId: string; fileKey: string }[]
  }
  answer: { links: FileLink[] }
}

export const getFileLinks: TypedRoute<Links> = {
  method: 'POST',
  path: '/api/file/links',
  access: 'rules',
  isRead: true,
}

export interface OfUsers {
  params: OfTable
  query: Scope
}
export type OpenedSession = AppToken & { user: Row }

export const signUpUser: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/sign-up',
  access: 'rules',
  opensSession: true,
}
export const signInUser: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/sign-in',
  access: 'public',
  opensSession: true,
}
export const refreshUser: TypedRoute<OfUsers & { answer: AppToken }> = {
  method: 'POST',
  path: '/api/auth/{table}/refresh',
  access: 'user',
}
export const signOutUser: TypedRoute<OfUsers & { answer: unknown }> = {
  method: 'POST',
  path: '/api/auth/{table}/sign-out',
  access: 'user',
}
export const changeUserPassword: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/password',
  access: 'user',
}
export const verifyUser: TypedRoute<OfUsers & { body: Fields; answer: unknown }> = {
  method: 'POST',
  path: '/api/auth/{table}/verify',
  access: 'public',
}
export const requestUserReset: TypedRoute<OfUsers & { body: Fields; answer: unknown }> = {
  method: 'POST',
  path: '/api/auth/{table}/request-reset',
  access: 'public',
}
export const resetUserPassword: TypedRoute<OfUsers & { body: Fields; answer: unknown }> = {
  method: 'POST',
  path: '/api/auth/{table}/reset',
  access: 'public',
}
export const askUserCode: TypedRoute<OfUsers & { body: Fields; answer: unknown }> = {
  method: 'POST',
  path: '/api/auth/{table}/code',
  access: 'public',
}
export const confirmUserCode: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/code/confirm',
  access: 'public',
  opensSession: true,
}

export const getMe: TypedRoute<{
  query: Record<string, string>
  answer: {
    user: { id: string; [column: string]: unknown }
    /** The member of staff who acts as the app user. */
    actor?: { name: string; expiresOn: string } | undefined
  }
}> = {
  method: 'GET',
  path: '/auth/me',
  access: 'caller',
}

interface NamedTable {
  name: string
  columns?: { name: string }[]
}

export const getConfiguration: TypedRoute<{
  params: { projectId: string }
  query: Scope
  answer: { tables: NamedTable[] }
}> = {
  method: 'GET',
  path: '/api/project/{projectId}/configuration',
  access: 'rules',
}

interface Decide {
  params: OfTable & { approvalId: string }
  query: Scope
  body: UserDecision
  answer: { state: ApprovalState }
}

export const listUserApprovals: TypedRoute<OfUsers & { answer: { approvals: UserApproval[] } }> = {
  method: 'GET',
  path: '/api/auth/{table}/approval',
  access: 'user',
}
export const decideUserApproval: TypedRoute<Decide> = {
  method: 'POST',
  path: '/api/auth/{table}/approval/{approvalId}/decide',
  access: 'user',
}
