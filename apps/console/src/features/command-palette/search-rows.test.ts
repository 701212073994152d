import { Configuration, type Row } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { type RowRequestParts, searchRows } from './search-rows.ts'

const named = (at: number, type: 'Base' | 'Computed' = 'Base') => ({
  id: `t${at}`,
  name: `table${at}`,
  order: at,
  type,
  columns: [{ id: `c${at}`, name: 'title', type: 'text' as const }],
})
const tablesOf = (count: number) =>
  Configuration.parse({ tables: Array.from({ length: count }, (_, at) => named(at)) }).tables
const row = (id: string): Row => ({ id, title: `Row ${id}` }) as unknown as Row
const open = new AbortController().signal

/** Records requests and how many run at the same time. */
function reader(answer: (parts: RowRequestParts) => readonly Row[]) {
  const asked: RowRequestParts[] = []
  const read = async (parts: RowRequestParts) => {
    asked.push(parts)
    return answer(parts)
  }
  return { asked, read }
}

describe('searchRows', () => {
  it('asks one table after the other for the display value alone', async () => {
    const { asked, read } = reader(({ table }) => (table.id === 't1' ? [row('a')] : []))
    const { rows, skipped } = await searchRows({
      tables: tablesOf(3),
      text: 'say "hi"\0',
      read,
      signal: open,
    })
    expect(asked.map(({ table }) => table.id)).toEqual(['t0', 't1', 't2'])
    expect(asked[0]).toMatchObject({ filter: 'title ~ "say \\"hi\\""', limit: 4 })
    expect(rows).toMatchObject([{ id: 'a', label: 'Row a', table: { id: 't1' } }])
    expect(skipped).toBe(0)
  })

  it('asks for a row by its id', async () => {
    const { asked, read } = reader(() => [])
    const text = '01a1e1ad-fc25-7fff-8000-000000000000'
    await searchRows({ tables: tablesOf(1), text, read, signal: open })
    expect(asked[0]?.filter).toBe(`id = "${text}"`)
  })

  it('stops after enough rows, and says how many tables it left out', async () => {
    const { asked, read } = reader(({ table, limit }) =>
      Array.from({ length: limit }, (_, at) => row(`${table.id} ${at}`)),
    )
    const found = await searchRows({ tables: tablesOf(5), text: 'row', read, signal: open })
    expect(found.rows).toHaveLength(8)
    expect(found.skipped).toBe(3)
    expect(asked).toHaveLength(2)
  })

  it('asks at most forty tables, and no Computed one', async () => {
    const { asked, read } = reader(() => [])
    const computed = Configuration.parse({ tables: [named(0, 'Computed')] }).tables
    const tables = [...computed, ...tablesOf(45)]
    const found = await searchRows({ tables, text: 'row', read, signal: open })
    expect(asked).toHaveLength(40)
    expect(found.skipped).toBe(5)
  })

  it('keeps what it found when the time is up', async () => {
    const read = ({ table, signal }: RowRequestParts) =>
      table.id === 't0'
        ? Promise.resolve([row('a')])
        : new Promise<readonly Row[]>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          })
    const found = await searchRows({
      tables: tablesOf(3),
      text: 'row',
      read,
      signal: open,
      budgetMs: 20,
    })
    expect(found).toMatchObject({ rows: [{ id: 'a' }], skipped: 2 })
  })

  it('sends nothing more after it was cancelled', async () => {
    const cancel = new AbortController()
    const { asked, read } = reader(() => {
      cancel.abort()
      throw cancel.signal.reason
    })
    const search = searchRows({ tables: tablesOf(3), text: 'row', read, signal: cancel.signal })
    await expect(search).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })

  it('passes over a table that fails, and rejects if all do', async () => {
    const failing = (ids: readonly string[]) =>
      reader(({ table }) => {
        if (ids.includes(table.id)) throw new Error(`no ${table.id}`)
        return [row(table.id)]
      }).read
    const search = { tables: tablesOf(2), text: 'row', signal: open }
    const some = await searchRows({ ...search, read: failing(['t0']) })
    expect(some.rows).toMatchObject([{ id: 't1' }])
    await expect(searchRows({ ...search, read: failing(['t0', 't1']) })).rejects.toThrow('no t0')
  })
})
