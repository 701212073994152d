import { randomUUID } from 'node:crypto'
import { listAudit } from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { useLibrary } from '../testing/use-library.ts'

describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send } = useLibrary(database)
  const at = (path: string, query: Record<string, string> = {}) =>
    `${inject('server').address}/api/data/${path}?${new URLSearchParams({ $projectId: library().projectId, ...query })}`
  const bearer = (who: 'owner' | 'ann') => ({ authorization: `Bearer ${library()[who].token}` })

  async function importLines(
    lines: readonly string[],
    { query = {}, who = 'owner' as 'owner' | 'ann', type = 'application/x-ndjson' } = {},
  ) {
    const answer = await fetch(at('book/import', query), {
      method: 'POST',
      headers: { ...bearer(who), 'content-type': type },
      body: lines.join('\n'),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const bookLines = (status: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({ title: `Book ${at}`, status, pages: at, author: library().ann.id }),
    )
  const count = async (status: string) => {
    const query = { $filter: `status = "${status}"`, $version: 'v2', $limit: '1' }
    return (await send('GET', 'book', { ...by('owner'), query })).body.total
  }

  test('an import writes every line and one audit entry', async () => {
    const status = randomUUID()
    const answer = await importLines(bookLines(status, 2500))
    expect(answer.body).toEqual({ rows: 2500, imported: 2500, refused: 0, issues: [] })
    expect(await count(status)).toBe(2500)
    const { entries } = await library().owner.client.call(listAudit, {
      params: { projectId: library().projectId },
      query: { area: 'row', person: library().owner.id },
    })
    expect(entries.map(({ action }) => action)).toContain('imported 2500 rows into book')
  })

  test('one bad line rejects the import, and a dry run reports every bad line', async () => {
    const status = randomUUID()
    const code = randomUUID()
    const taken = randomUUID()
    const body = { title: 'x', author: library().ann.id, code: taken }
    await send('POST', 'book', { ...by('owner'), body })
    const lines = [
      ...bookLines(status, 600),
      JSON.stringify({ status, pages: 1 }),
      JSON.stringify({ title: 'x', status, shelf: randomUUID() }),
      JSON.stringify({ title: 'x', status, code }),
      JSON.stringify({ title: 'x', status, code }),
      JSON.stringify({ title: 'x', status, code: taken }),
      JSON.stringify({ title: 'x', status, tags: [randomUUID()] }),
    ]
    const issues = [
      { line: 601, path: 'title', message: 'Is required' },
      { line: 604, path: 'code', message: 'Is the same in line 603' },
      { line: 606, path: 'tags', message: 'Is stored in the linked table: import it there' },
      { line: 602, path: 'shelf', message: 'References a row that does not exist' },
      { line: 605, path: 'code', message: 'Another row already has this value' },
    ]
    const dry = await importLines(lines, { query: { dryRun: 'true' } })
    expect(dry.body).toMatchObject({ rows: 606, imported: 0, refused: 5, issues })
    const refused = await importLines(lines)
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toEqual(issues)
    expect(await count(status)).toBe(0)
    const good = await importLines(bookLines(status, 3), { query: { dryRun: 'true' } })
    expect(good.body).toEqual({ rows: 3, imported: 0, refused: 0, issues: [] })
    expect(await count(status)).toBe(0)
  })

  test.each([
    { name: 'a line of invalid JSON', lines: ['{"title":"x"}', '{'], status: 400, who: 'owner' },
    {
      name: 'a line of 50 MB, which is answered while it is sent',
      lines: ['x'.repeat(52_428_800)],
      status: 413,
      who: 'owner',
    },
    {
      name: 'invalid JSON before 50 MB of lines',
      lines: ['{', ...Array<string>(50).fill('x'.repeat(1_048_000))],
      status: 400,
      who: 'owner',
    },
    { name: 'another type', lines: ['{}'], status: 415, who: 'owner', type: 'text/csv' },
    { name: 'an app user', lines: ['{"title":"x"}'], status: 401, who: 'ann' },
  ] as const)('an import refuses $name', async ({ lines, status, who, ...more }) => {
    expect((await importLines(lines, { who, ...more })).status).toBe(status)
  })

  async function exported(query: Record<string, string>, who: 'owner' | 'ann' = 'owner') {
    const answer = await fetch(at('book/export', query), { headers: bearer(who) })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }

  test('exports all rows of a filter in order, as JSON or CSV', async () => {
    const status = randomUUID()
    await importLines(bookLines(status, 2300))
    const query = { $filter: `status = "${status}"`, $sort: '-pages', $columns: 'title,pages' }
    const json = await exported({ ...query, format: 'json' })
    const rows = JSON.parse(json.text) as { pages: number }[]
    expect(rows.map(({ pages }) => pages)).toEqual(Array.from({ length: 2300 }, (_, i) => 2299 - i))
    const csv = await exported(query)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="book.csv"')
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('id,title,pages')
    expect(lines).toHaveLength(2301)
  })

  test('a CSV contains no formulas (R40) and no hashed values', async () => {
    const status = randomUUID()
    const titles = ['=1+1', '+1', '-1', '@x', '\tx', '\n=1', 'a,b', 'say "hi"', 'two\nlines']
    await importLines(titles.map((title) => JSON.stringify({ title, status, pin: 'p' })))
    const query = { $filter: `status = "${status}"`, $sort: 'createdOn,id' }
    const { text } = await exported(query)
    for (const cell of [
      `'=1+1`,
      `'+1`,
      `'-1`,
      `'@x`,
      `'\tx`,
      `"'\n=1"`,
      '"a,b"',
      '"say ""hi"""',
      '"two\nlines"',
    ])
      expect(text).toContain(`,${cell},`)
    expect(text).not.toContain('argon2')
    expect((await exported({ $filter: 'nothing = 1' })).status).toBe(400)
    expect((await exported(query, 'ann')).status).toBe(401)
  })
})
