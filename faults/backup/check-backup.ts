import { type Caller, call } from '../stack/call.ts'
import { hashOf } from '../uploads/album.ts'
import { type BackupProject, must } from './backup-project.ts'
import type { Writers } from './writers.ts'

type Row = Record<string, unknown>
const PAGE = 500

/** All rows of a table. */
export async function readTable(
  caller: Caller,
  { projectId, table }: { projectId: string; table: string },
) {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const next = cursor === '' ? '' : `&$cursor=${encodeURIComponent(cursor)}`
    const path = `/api/data/${table}?$projectId=${projectId}&$limit=${PAGE}&$version=v2&$count=false${next}`
    const body = await must(caller, { method: 'GET', path })
    rows.push(...(body.data as Row[]))
    cursor = String(body.cursor ?? '')
    if (cursor === '') return rows
  }
}

const numbersOf = (rows: Row[]) => {
  const byClient = new Map<number, Set<number>>()
  for (const { client, n } of rows) {
    const existing = byClient.get(Number(client)) ?? new Set()
    byClient.set(Number(client), existing.add(Number(n)))
  }
  return byClient
}

/** Contents of both tables, read one after the other: consistent only in a snapshot. */
export async function readPair(caller: Caller, projectId: string) {
  const first = numbersOf(await readTable(caller, { projectId, table: 'first' }))
  const second = numbersOf(await readTable(caller, { projectId, table: 'second' }))
  return { first, second }
}

/** Whether two tables are from one point in time between two marks. */
export function checkConsistency(
  held: Awaited<ReturnType<typeof readPair>>,
  options: {
    writers: Pick<Writers, 'clients'>
    floor: ReturnType<Writers['mark']>
    ceiling: ReturnType<Writers['mark']>
  },
): string[] {
  const problems: string[] = []
  for (const { number, acknowledged } of options.writers.clients) {
    const first = held.first.get(number) ?? new Set<number>()
    const second = held.second.get(number) ?? new Set<number>()
    const last = Math.max(0, ...first, ...second)
    const say = (words: string) => problems.push(`client ${number}: ${words}`)
    for (const n of acknowledged) {
      if (n < last && !(first.has(n) && second.has(n)))
        say(`${last} is there, ${n} before it is not`)
    }
    for (const n of second) if (!first.has(n)) say(`${n} is in the second table alone`)
    for (const n of options.floor.acknowledged[number] ?? []) {
      if (!second.has(n)) say(`${n} was acknowledged before the backup and is not in it`)
    }
    if (last > (options.ceiling.started[number] ?? 0)) say(`${last} was started after the backup`)
  }
  return problems
}

/** Every previously acknowledged file can be opened in the restored project and is unchanged. */
export async function checkFiles(
  caller: Caller,
  { project, projectId }: { project: BackupProject; projectId: string },
): Promise<string[]> {
  const problems: string[] = []
  const rows = await readTable(caller, { projectId, table: 'note' })
  const byRow = new Map(rows.map((row) => [String(row.id), row.paper as { url: string } | null]))
  for (const { rowId, hash } of project.files) {
    const url = byRow.get(String(rowId))?.url
    const answer = url ? await fetch(url) : undefined
    const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
    if (!bytes || hashOf(bytes) !== hash) problems.push(`the file of row ${rowId} has changed`)
  }
  return problems
}

export async function countBulk(caller: Caller, projectId: string): Promise<number> {
  const path = `/api/data/bulk?$projectId=${projectId}&$limit=1&$version=v2`
  const { body } = await call(caller, { method: 'GET', path })
  return Number(body.total ?? -1)
}
