import type { Queryable } from '../platform/database.ts'
import { nothing, raw, type Sql, sql } from '../platform/sql.ts'
import type { AgeBound, NewestBound, UnneededBound } from './table-bounds.ts'

/** Deletes a batch of rows that are too old, oldest first; returns their number. */
export async function deleteTooOld(
  on: Queryable,
  { table, bound, limit }: { table: string; bound: AgeBound; limit: number },
): Promise<number> {
  const [from, column] = [raw(table), raw(bound.column)]
  const time = sql`now() - ${bound.days}::int * interval '1 day'`
  const oldest = bound.isEpochMs ? sql`extract(epoch from ${time}) * 1000` : time
  const [row] = await on.query<{ deleted: number }>(sql`
    with deleted as (
      delete from ${from} where ctid = any (array(
        select ctid from ${from} where ${column} < ${oldest} order by ${column} limit ${limit}
      )) returning 1
    ) select count(*)::int as deleted from deleted`)
  return row?.deleted ?? 0
}

/** The part of a table that one statement visits. */
export interface Visited extends Record<string, unknown> {
  /** Where the next statement goes on; null at the end. */
  last: string | null
  deleted: number
}

interface Batch<Bound> {
  readonly table: string
  readonly bound: Bound
  readonly after: string
  /** How many parents or rows one statement visits, and how many rows it deletes at most. */
  readonly visits: number
  readonly limit: number
}

const END: Visited = { last: null, deleted: 0 }

async function visit(
  on: Queryable,
  { batch, deleted }: { batch: Sql; deleted: Sql },
): Promise<Visited> {
  const [row] = await on.query<Visited>(sql`
    with batch as (${batch}), deleted as (${deleted})
    select (select max(id) from batch) as last, (select count(*) from deleted)::int as deleted`)
  return row ?? END
}

/** Deletes rows beyond the newest ones of the next parents. */
export function deleteTooMany(
  on: Queryable,
  { table, bound, after, visits, limit, keep }: Batch<NewestBound> & { keep: number },
): Promise<Visited> {
  const [from, parent, column, order] = [table, bound.parent, bound.column, bound.order].map(raw)
  const unused = bound.inUse === undefined ? nothing : sql`and not (${raw(bound.inUse)})`
  return visit(on, {
    batch: sql`select id from ${parent} where id > ${after} order by id limit ${visits}`,
    deleted: sql`
      delete from ${from} where ctid = any (array(
        select extra.ctid from batch, lateral (
          select ctid from ${from} where ${column} = batch.id
          order by ${order} desc offset ${keep} limit ${limit}
        ) as extra limit ${limit}
      )) ${unused} returning 1`,
  })
}

/** Deletes the next rows of which nothing is left that needs them. */
export function deleteUnneeded(
  on: Queryable,
  { table, bound, after, visits }: Batch<UnneededBound>,
): Promise<Visited> {
  const [from, key, where] = [table, bound.key, bound.where].map(raw)
  return visit(on, {
    batch: sql`select ${key} as id from ${from} where ${key} > ${after} order by ${key} limit ${visits}`,
    deleted: sql`delete from ${from} where ${key} in (select id from batch) and ${where} returning 1`,
  })
}
