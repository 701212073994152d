import type { Json, JsonObject } from './json.ts'

/** A secret as the vault gives it out, with the hosts it may go to. */
export interface OpenCredential {
  data: JsonObject
  hosts: string[]
}

export interface HttpCall {
  method: string
  url: string
  headers: [string, string][]
  /** Goes to no other host than these, and not along with a redirect elsewhere. */
  secret?: { headers: [string, string][]; hosts: string[] }
  body?: string
  timeLimitMs: number
  /** The body of a good answer is put away as a file instead of being read. */
  toFile?: boolean
}

/** A file that a run put away; it is kept for a day. */
export type FileReference = {
  name: string
  type: string
  size: number
  key: string
  /** Opens it for some minutes. */
  url: string
}

export interface HttpAnswer {
  file?: FileReference
  status: number
  headers: { [name: string]: string }
  body: string
}

export interface Mail {
  from: string
  to: string
  cc: string
  bcc: string
  replyTo: string
  subject: string
  text?: string
  html?: string
  /** The same for a mail that is sent again. */
  key: string
}

export interface ScriptScope {
  in: Json
  node: JsonObject
  trigger: Json
  const: JsonObject
  run: JsonObject
  now: string
}

/** User code for the jailed runner: one script, or all expressions of a node. */
export interface ScriptJob {
  code: { script: string } | { expressions: string[] }
  scope: ScriptScope
  timeLimitMs: number
}

export interface ScriptAnswer {
  value: Json
  logs: string[]
}

export interface RowCall {
  action: 'list' | 'get' | 'create' | 'update' | 'delete'
  table: string
  id: string
  row: JsonObject
  filter: string
  sort: string
  limit: number
  /** The same for a turn that is taken again: a write happens once. */
  key: string
}

/** A database that somebody named by a credential, and what it speaks. */
export interface SqlServer {
  kind: 'postgres' | 'mysql'
  credential: OpenCredential
}

/** One statement with its values bound, for the project's own tables or for another database. */
export interface SqlCall {
  on: 'project' | SqlServer
  query: string
  values: Json[]
  mayWrite: boolean
}

export interface SqlAnswer {
  rows: Json[]
  /** How many rows a writing statement changed. */
  affected: number
  /** The key that the database gave a new row, where it tells. */
  insertId?: number | string
}

/** Everything a node reaches the world by. Each throws a `NodeFailure` when it cannot be done. */
export interface Ports {
  credential(id: string, type: string): Promise<OpenCredential>
  http(call: HttpCall): Promise<HttpAnswer>
  mail(mail: Mail, server: OpenCredential): Promise<{ accepted: string[]; rejected: string[] }>
  script(job: ScriptJob): Promise<ScriptAnswer>
  rows(call: RowCall): Promise<Json>
  sql(call: SqlCall): Promise<SqlAnswer>
}
