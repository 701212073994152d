import type { Configuration } from '@plinth/contract'
import { type LiveCatalogue, shapesOf } from '@plinth/schema'
import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import type { RowCount, RowSnapshot, SnapshotPart } from '../../engine/row-snapshot.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { Connect } from '../connection/connect.ts'
import { copyOut } from '../connection/copy.ts'
import { readPostgresCatalogue } from './read-catalogue.ts'

const PART_BYTES = 4 * 1024 * 1024
const SYSTEM = ['id', 'createdOn', 'updatedOn']

/** A table with the columns to copy. */
export interface CopiedTable {
  name: string
  columns: string[]
  isOfPeople: boolean
}

const AUDIT: CopiedTable = {
  name: '_plinth_audit',
  columns: [
    'staff_id',
    'action',
    'table_id',
    'table_name',
    'row_id',
    'before',
    'after',
    'request_id',
    'created_on',
  ],
  isOfPeople: false,
}

/** The tables of a configuration that store rows; trash is not copied. */
export function listCopied(
  applied: Configuration,
  live: Pick<LiveCatalogue, 'tables'>,
): CopiedTable[] {
  const there = new Map(live.tables.map(({ name, columns }) => [name, columns]))
  const { tables, joins } = shapesOf(applied)
  const own = [...tables.values()].map(({ name, columns }) => {
    const wanted = new Set([...SYSTEM, ...columns.map((column) => column.name)])
    return { name, isOfPeople: true, wanted }
  })
  const linked = [...joins.values()].map(({ name }) => ({ name, isOfPeople: false, wanted: null }))
  const copied = [...own, ...linked].map(({ name, isOfPeople, wanted }) => {
    const found = (there.get(name) ?? []).map((column) => column.name)
    const columns = wanted ? found.filter((column) => wanted.has(column)) : found
    return { name, columns: columns.sort(), isOfPeople }
  })
  return [...copied.filter(({ columns }) => columns.length > 0), AUDIT]
}

export const columnsOf = ({ columns }: CopiedTable) => columns.map(quoteName).join(', ')

/** COPY writes one line per row and escapes line feeds in values. */
function countLines(body: Buffer): number {
  let lines = 0
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines += 1
  return lines
}

async function* readParts(
  client: pg.Client,
  {
    tables,
    schema,
    count,
  }: { tables: CopiedTable[]; schema: string; count: (rows: number) => void },
): AsyncGenerator<SnapshotPart> {
  yield { name: 'tables.json', body: Buffer.from(JSON.stringify(tables)) }
  for (const [at, table] of tables.entries()) {
    const order = table === AUDIT ? ' order by id' : ''
    const from = `${quoteName(schema)}.${quoteName(table.name)}`
    const rows = copyOut(client, `copy (select ${columnsOf(table)} from ${from}${order}) to stdout`)
    let pieces: Buffer[] = []
    let size = 0
    let number = 0
    let lines = 0
    const flush = (): SnapshotPart => {
      number += 1
      const body = Buffer.concat(pieces)
      pieces = []
      size = 0
      return { name: `t${at}.${String(number).padStart(6, '0')}`, body }
    }
    let next = await rows.next()
    for (; !next.done; next = await rows.next()) {
      pieces.push(next.value)
      lines += countLines(next.value)
      size += next.value.length
      if (size >= PART_BYTES) yield flush()
    }
    if (size > 0) yield flush()
    if (lines !== next.value)
      throw new Error(`snapshot: read ${lines} rows of ${table.name}, server reports ${next.value}`)
    if (table.isOfPeople) count(next.value)
  }
}

/** Reads everything in one REPEATABLE READ transaction, so later writes are not seen. */
export async function openSnapshot(connect: Connect, placement: Placement): Promise<RowSnapshot> {
  const client = await connect(placement)
  try {
    await client.query('begin isolation level repeatable read read only')
    const { schema } = placement
    const live = await readPostgresCatalogue(client, schema)
    const tables = listCopied(live.applied, live)
    let counted = 0
    const count = (rows: number) => {
      counted += rows
    }
    return {
      applied: live.applied,
      tables: tables.filter(({ isOfPeople }) => isOfPeople).length,
      parts: () => readParts(client, { tables, schema, count }),
      rows: () => counted,
      close: () => client.end().catch(() => {}),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export async function countPostgresRows(client: pg.Client, schema: string): Promise<RowCount> {
  const live = await readPostgresCatalogue(client, schema)
  const tables = listCopied(live.applied, live).filter(({ isOfPeople }) => isOfPeople)
  let rows = 0
  for (const { name } of tables) {
    const from = `${quoteName(schema)}.${quoteName(name)}`
    const result = await client.query<{ count: string }>(`select count(*) from ${from}`)
    rows += Number(result.rows[0]?.count ?? 0)
  }
  return { tables: tables.length, rows }
}
