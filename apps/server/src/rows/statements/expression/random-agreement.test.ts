import {
  type Checked,
  check,
  type Data,
  evaluate,
  fold,
  parse,
  type Rows,
  type Scope,
} from '@plinth/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { clearRows, loadRows, type Tables } from '../../testing/load-rows.ts'
import { randomExpression, randomScope } from '../../testing/random-expression.ts'
import { RANDOM_WORLD, randomTables } from '../../testing/random-world.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { NOBODY, openWorld, type World } from '../../testing/world-database.ts'
import { compileExpression, limitedScope } from './compile-expression.ts'
import { newRow, newScope } from './scope.ts'

const cases = fc.record({
  tables: randomTables,
  asked: fc.array(fc.tuple(randomExpression, randomScope), { minLength: 60, maxLength: 60 }),
})

/** The list rule of each table; tables without one are fully visible. */
const LIST_RULES: Readonly<Record<string, string>> = {
  user: 'verified = true || role = "a"',
  comment: 'approved != false && author.role != "b"',
  org: 'members.role ?!= "a" || active = true',
  membership: 'role != "b"',
  post: 'price != 1',
  profile: 'bio != "a"',
}

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, RANDOM_WORLD)
  })
  afterAll(() => world.database.close())

  const checkText = (text: string, table: string): Checked | undefined => {
    const parsed = parse(text)
    const expression = parsed.ok ? parsed.expression : undefined
    const ground = { catalogue: world.model.catalogue, mode: 'rule', table } as const
    const result = expression && check(expression, ground)
    return result?.ok ? result.checked : undefined
  }
  const holds = (checked: Checked, place: { row: Data; rows: Rows; scope: Scope }): boolean => {
    const verdict = evaluate({ checked, ...place })
    if (!verdict.ok) throw new Error('Too many steps')
    return verdict.holds
  }
  const listRule = (name: string): Checked | true => {
    const text = LIST_RULES[name]
    const checked = text === undefined ? undefined : checkText(text, name)
    return checked ?? true
  }

  const everything = (tables: Tables): Rows => {
    const list = (name: string) => tables[name] ?? []
    return { list, find: (name, id) => list(name).find((row) => row.id === id) }
  }
  const listed = (tables: Tables): Rows => {
    const rows = everything(tables)
    const names = Object.keys(tables).map((name) => {
      const rule = listRule(name)
      const may = (row: Data) => rule === true || holds(rule, { row, rows, scope: NOBODY })
      return [name, rows.list(name).filter(may)]
    })
    return everything(Object.fromEntries(names))
  }

  test.each([
    ['a rule sees every row', false],
    ['R5: a filter sees only related rows that their own list rule lets the caller see', true],
  ])(
    'the database and the evaluator agree on random rows and callers: %s',
    async (_, isLimited) => {
      const seen = { held: 0, failed: 0 }
      const table = tableNamed(world.model, 'post')
      const property = fc.asyncProperty(cases, async ({ tables, asked }) => {
        await clearRows(world.database, world.model)
        await loadRows(world.database, world.model, tables)
        const rows = isLimited ? listed(tables) : everything(tables)
        for (const [text, scope] of asked) {
          const checked = checkText(text, 'post')
          if (!checked) continue
          const posts = tables.post ?? []
          const expected = posts.filter((row) => holds(checked, { row, rows, scope }))
          seen.held += expected.length
          seen.failed += posts.length - expected.length
          const open = newScope(world.model)
          const compiling = isLimited
            ? limitedScope(open, { listRule: ({ name }) => listRule(name) })
            : open
          const row = newRow(compiling, table)
          const condition = compileExpression(compiling, fold(checked, scope), row)
          const found = await world.database.query(
            sql`select ${row.alias}.id from ${table.from} as ${row.alias} where ${condition}`,
          )
          const ids = (all: readonly Data[]) => all.map(({ id }) => id).sort()
          expect([text, ids(found)]).toEqual([text, ids(expected)])
        }
      })
      await fc.assert(property, { numRuns: 10, endOnFailure: true })
      // Guards against a vacuous property: both outcomes must occur often.
      expect(Math.min(seen.held, seen.failed)).toBeGreaterThan(150)
    },
  )
})
