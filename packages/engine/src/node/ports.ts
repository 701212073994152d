import type { Json, JsonObject } from './json.ts'

/** A decrypted credential and the hosts it may be sent to. */
export interface OpenCredential {
  data: JsonObject
  hosts: string[]
}

export interface HttpCall {
  method: string
  url: string
  headers: [string, string][]
  /** Sent only to these hosts (bearer tokens only over https), and removed on redirects to other hosts. */
  secret?: { headers: [string, string][]; hosts: string[]; isHttpsOnly?: boolean }
  body?: string
  timeLimitMs: number
  /** Stores the body of a successful response as a file instead of parsing it. */
  toFile?: boolean
}

/** A file stored by a run; deleted after one day. */
export type FileReference = {
  name: string
  type: string
  size: number
  key: string
  /** Signed URL, valid for a few minutes. */
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
  /** Identical when the mail is sent again. */
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

/** User code for the sandboxed runner: one script, or all expressions of a node. */
export interface ScriptJob {
  code: { script: string } | { expressions: string[] }
  scope: ScriptScope
  timeLimitMs: number
  /** Stops the clock of the script and seeds its random numbers, so that it repeats its result. */
  fixed?: { time: string; seed: number }
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
  /** Idempotency key: a repeated step writes only once. */
  key: string
}

/** An external database from a credential, with its dialect. */
export interface SqlServer {
  kind: 'postgres' | 'mysql'
  credential: OpenCredential
}

/** A statement with bound values, for the project's tables or an external database. */
export interface SqlCall {
  on: 'project' | SqlServer
  query: string
  values: Json[]
  mayWrite: boolean
}

export interface SqlAnswer {
  rows: Json[]
  /** Number of rows changed by a writing statement. */
  affected: number
  /** Generated key of a new row, if the database returns it. */
  insertId?: number | string
}

/** All external effects of nodes. Each port throws a `NodeFailure` on failure. */
export interface Ports {
  credential(id: string, type: string): Promise<OpenCredential>
  http(call: HttpCall): Promise<HttpAnswer>
  mail(mail: Mail, server: OpenCredential): Promise<{ accepted: string[]; rejected: string[] }>
  script(job: ScriptJob): Promise<ScriptAnswer>
  rows(call: RowCall): Promise<Json>
  sql(call: SqlCall): Promise<SqlAnswer>
}
