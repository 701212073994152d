import { check, fold, parse } from '@plinth/expression'
import { expect, test } from 'vitest'
import { MAX_JUDGED_CHARACTERS } from '../limits/live-limits.ts'
import { follow, livePlace, NOTES } from '../testing/live-place.ts'
import { comparedTexts } from './compared-texts.ts'
import { isShort, parseChange } from './judge-change.ts'

const LONG = 'aB'.repeat(MAX_JUDGED_CHARACTERS)
const PAPERS = {
  ...NOTES,
  columns: NOTES.columns.map((each) =>
    each.name === 'title' ? { ...each, options: { max: 1_000_000 } } : each,
  ),
}

test.each(['sqlite3', 'postgres'] as const)(
  'the database compares long texts, and a row that was never allowed is not mentioned: %s',
  async (database) => {
    const place = await livePlace(database, [PAPERS])
    const ann = await place.newUser()
    const stream = await follow(place, {
      token: ann.token,
      subscription: { filter: 'title !~ "secret"' },
    })
    const next = async () => {
      const { data } = await stream.next('change', 'error')
      return [data.id, data.type, data.entered ?? false]
    }
    const foreign = await place.create({ title: LONG, owner: 'somebody' })
    const { id } = await place.create({ title: LONG, status: 'public' })
    expect(await next()).toEqual([id, 'create', false])
    await place.update(foreign.id, { title: `${LONG} secret` })
    await place.update(id, { title: `${LONG} secret` })
    expect(await next()).toEqual([id, 'leave', false])
    await place.remove(foreign.id)
    await place.update(id, { title: LONG })
    // The database does not know the row before: memory would send `entered`.
    expect(await next()).toEqual([id, 'update', false])
    await place.remove(id)
    expect(await next()).toEqual([id, 'delete', false])
    const { id: last } = await place.create({ title: 'last', status: 'public' })
    expect(await next()).toEqual([last, 'create', false])
    stream.close()
  },
)

const column = (name: string) => ({
  id: name,
  name,
  kind: 'text' as const,
  isMany: false,
  isHidden: false,
  isHashed: false,
  isProtected: false,
})
const columns = new Map(['title', 'owner'].map((name) => [name, column(name)]))
const catalogue = {
  tables: new Map([['note', { id: 'notes', name: 'note', isAuth: false, columns }]]),
}

test.each([
  ['a short text', 'title ~ "b"', 100, true],
  ['a long text that is not compared', 'owner = "b"', MAX_JUDGED_CHARACTERS, true],
  ['a long text', 'title ~ "b"', MAX_JUDGED_CHARACTERS, false],
  ['a text that many comparisons make long', many(60), 1_000, false],
  ['long values', `title = "${'x'.repeat(4_000)}"${' || title = "y"'.repeat(2)}`, 4_200, false],
])('counts %s', (_name, text, length, expected) => {
  const parsed = parse(text)
  const expression = parsed.ok ? parsed.expression : undefined
  const ground = { catalogue, mode: 'rule', table: 'note' } as const
  const checked = expression && check(expression, ground)
  if (!checked?.ok) throw new Error(JSON.stringify(checked ?? parsed))
  const folded = fold(checked.checked, { request: {}, now: 0 })
  const change = parseChange({
    tableId: 'notes',
    rowId: '1',
    operation: 'created',
    row: JSON.stringify({ title: 'x'.repeat(length), owner: 'b' }),
    old: null,
    position: 1,
    madeAt: 0,
    shape: null,
  })
  expect(isShort(comparedTexts(folded), change)).toBe(expected)
})

function many(count: number): string {
  return Array.from({ length: count }, (_, at) => `title !~ "${at}"`).join(' && ')
}
