import { randomUUID } from 'node:crypto'
import { Column } from '@plinth/contract'
import { assessPlan, planMigration } from '@plinth/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { quoteName } from '../sql/quote-name.ts'
import { configure, field, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { insertRow, readEverything } from '../testing/rows.ts'
import { sync } from '../testing/sync.ts'

const NASTY = [
  `"; drop table "posts"; --`,
  `'); select pg_sleep(9); --`,
  '$plinth$ end $plinth$',
  '$1 ? :name @name',
  '\\',
  'ß🜁\u202e',
  `a''b""c`,
]
const hostile = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom('"', "'", ';', '-', '$', 'a', '\\', '\0', ' '),
    maxLength: 70,
  }),
)

test('a quoted name cannot break out of its quotes, and one that would be truncated is refused (R10)', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const tooLong = Buffer.byteLength(name) > 63
      if (name === '' || tooLong || name.includes('\0')) expect(() => quoteName(name)).toThrow()
      else expect(quoteName(name).slice(1, -1).replaceAll('""', '')).not.toContain('"')
    }),
    { numRuns: 2_000 },
  )
})

describe.each(ENGINES)('hostile input, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  test('a hostile name of a table or field is never planned (R10)', async () => {
    const placement = await harness.newPlacement()
    const live = await harness.engine.readCatalogue(placement)
    fc.assert(
      fc.property(hostile, hostile, (name, fieldName) => {
        const wanted = configure(harness.name, {
          ...table('t', [{ ...field('a'), name: fieldName }]),
          name,
        })
        const plain = /^[A-Za-z][A-Za-z0-9_]{0,62}$/
        if (plain.test(name) && plain.test(fieldName)) return
        const plan = planMigration({ live, wanted })
        expect(assessPlan(plan).blocking.length).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })

  test('a hostile default is stored verbatim and has no other effect (R12)', async () => {
    const placement = await harness.newPlacement()
    const base = configure(harness.name, table('posts', [field('a')]))
    await sync(harness, { placement, wanted: base })
    const id = randomUUID()
    const row = { tableId: 't_posts', id, values: { c_a: 'x' } }
    await insertRow({ harness, placement, configuration: base }, row)
    const columns = NASTY.flatMap((text, index) => [
      Column.parse({
        id: `t${index}`,
        name: `t${index}`,
        type: 'text',
        options: { default: text },
      }),
      Column.parse({
        id: `j${index}`,
        name: `j${index}`,
        type: 'json',
        options: { default: { [text]: text }, isRequired: true },
      }),
    ])
    const wanted = configure(harness.name, table('posts', [field('a'), ...columns]))
    const { result } = await sync(harness, { placement, wanted })
    expect(result).toMatchObject({ kind: 'applied' })
    const stored = await readEverything({ harness, placement, configuration: wanted })
    for (const [index, text] of NASTY.entries()) {
      expect(stored.get(`t_posts/${id}/t${index}`)).toBe(JSON.stringify(text))
      expect(stored.get(`t_posts/${id}/j${index}`)).toBe(JSON.stringify({ [text]: text }))
    }
    const live = await harness.engine.readCatalogue(placement)
    expect(live.tables.map((each) => each.name)).toEqual(['posts'])
  })
})
