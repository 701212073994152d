import { createHash } from 'node:crypto'
import type { DataModel } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import type { Idempotency } from './write-plan.ts'

export interface KeyedWrite {
  /** The table of stored answers, quoted, with its schema. */
  readonly answers: Sql
  readonly principal: string
  readonly key: string
  /** Everything that identifies the request. */
  readonly content: string
  readonly now: number
}

const RETENTION_MS = 24 * 60 * 60 * 1000

/** Statements that make a write with an Idempotency-Key run once, and return the stored answer for a day. */
export function compileIdempotency({ dialect }: DataModel, keyed: KeyedWrite): Idempotency {
  const { answers, now } = keyed
  const principal = dialect.bind('text', keyed.principal)
  const key = dialect.bind('text', keyed.key)
  const content = createHash('sha256').update(keyed.content).digest('base64url')
  const oldest = dialect.bind('date', now - RETENTION_MS)
  const find = sql`select content, answer from ${answers} where principal = ${principal} and key = ${key} and created_on > ${oldest}`
  const clean = sql`delete from ${answers} where created_on < ${oldest}`
  const store = sql`insert into ${answers} (principal, key, content, created_on, answer) values (${principal}, ${key}, ${dialect.bind('text', content)}, ${dialect.bind('date', now)}, ${dialect.bind('text', '')})`
  const replace = sql`update ${answers} set answer = ${dialect.bind('text', '')} where principal = ${principal} and key = ${key}`
  const number = createHash('sha256').update(`${keyed.principal}\n${keyed.key}`).digest()
  const lock = sql`select pg_try_advisory_xact_lock(${dialect.bind('integer', number.readUIntBE(0, 6))}) as taken`
  return {
    find: render(find, dialect.style),
    content,
    store: [render(clean, dialect.style), render(store, dialect.style)],
    answerAt: 4,
    replace: render(replace, dialect.style),
    // SQLite has a single writer, so a concurrent repeat finds the stored answer.
    ...(dialect.engine === 'postgres' && { hold: render(lock, dialect.style) }),
  }
}
