import { type Checked, check, type Folded, fold, parse, type Scope } from '@plinth/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { clearRows, loadRows, type Tables } from '../../testing/load-rows.ts'
import { randomExpression, randomScope } from '../../testing/random-expression.ts'
import { RANDOM_WORLD, randomTables } from '../../testing/random-world.ts'
import { idFor } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { openWorld, type World } from '../../testing/world-database.ts'
import { pageOfPosts, sortKeysOf } from '../../testing/world-pages.ts'
import { compilePage } from './compile-select.ts'
import { type CallerSql, compileCaller, compileShared } from './compile-shared.ts'
import { ANSWERED_ROW } from './row-object.ts'

const STORED = [
  "'",
  "'); delete from post; --",
  '"',
  '\\',
  '\\"',
  '{"a":1}',
  '["a"]',
  '{a,"b"}',
  'NULL',
  'null',
  'true',
  '1',
  '$1',
  '?',
  '\u0001',
  '\u2028',
  'e\u0301💥',
  'a\nb',
  'x'.repeat(60_000),
] as const
const hostile = fc.constantFrom(...STORED, 'nul \0', '\ud800', null, '')
const IDS = [...Array(6).keys()].map((at) => idFor(`post${at}`))

/** Some callers with texts and ids that are meant to break out of a statement or of its lists. */
const callersOf = fc
  .array(fc.tuple(randomScope, fc.option(hostile), fc.option(hostile)), {
    minLength: 8,
    maxLength: 8,
  })
  .map((all) =>
    all.map(([scope, role, id]): Scope => {
      const { auth } = scope.request as { auth?: object | null }
      const known = { ...auth, ...(role !== null && { role }), ...(id !== null && { id }) }
      return auth ? { ...scope, request: { ...scope.request, auth: known } } : scope
    }),
  )
const tables = fc
  .tuple(randomTables, fc.array(hostile, { minLength: 6, maxLength: 6 }))
  .map(([made, titles]): Tables => {
    const isStored = (title: string | null) =>
      title === null || STORED.some((each) => each === title)
    const post = made.post?.map((row, at) => {
      const title = titles[at] ?? null
      return isStored(title) && title !== null ? { ...row, title } : row
    })
    return { ...made, ...(post && { post }) }
  })
const about = fc.constantFrom(
  'title = @request.auth.role',
  'title ~ @request.auth.role',
  'title < @request.auth.role && author.role != @request.auth.role',
  '@request.auth.role ~ title',
  'editors.id ?= @request.auth.id',
  'org.members.user ?= @request.auth.id && org.members.role ?= @request.auth.role',
  '@table.membership.user = @request.auth.id && @table.membership.org = org',
  'price > @request.auth.age || author = @request.auth.id',
  'author.roles ?= @request.auth.role',
  'meta.s = @request.auth.role || meta.n = @request.auth.age',
)
const cases = fc.record({
  tables,
  asked: fc.array(fc.tuple(fc.oneof(about, randomExpression), callersOf), {
    minLength: 15,
    maxLength: 15,
  }),
})

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

  /** What a caller sees: rules of other tables decide which ids its rows have. */
  const viewOf = (scope: Scope, viewRule: Checked | undefined) => ({
    view: ANSWERED_ROW,
    viewer: {
      seesHidden: false,
      viewRule: ({ name }: { name: string }): Folded =>
        name === 'user' && viewRule ? fold(viewRule, scope) : true,
    },
  })
  type Seen = ReturnType<typeof viewOf> & { readonly rule: Folded }

  const textsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    Object.fromEntries(rows.map(({ id, answer }) => [String(id), String(answer)]).sort())

  async function readAlone({ rule, ...seen }: Seen) {
    const ids = checkText(`id in ${JSON.stringify(IDS)}`, 'post') ?? false
    const page = pageOfPosts(world, { ...seen, rule, filter: ids, sort: sortKeysOf(world, 'id') })
    const compiled = compilePage(world.model, page)
    if (!compiled.ok) throw new Error(compiled.message)
    return textsOf(await world.database.query(compiled.statement))
  }

  /** What each caller gets from one statement. */
  async function readTogether(callers: readonly CallerSql[], [first]: readonly Seen[]) {
    if (!first) return []
    const table = tableNamed(world.model, 'post')
    const page = { table, ids: IDS, maxBytes: 10_000_000, view: first.view, viewer: first.viewer }
    const statement = compileShared(world.model, callers, page)
    if (!statement) throw new Error('cannot be shared')
    const rows = await world.database.query(statement)
    return callers.map((_, caller) =>
      textsOf(rows.filter((row) => String(row.callers).split(',').includes(String(caller)))),
    )
  }

  test('each caller gets from a shared statement what its own returns', async () => {
    const table = tableNamed(world.model, 'post')
    const seen = { shared: 0, visible: 0, hidden: 0 }
    const views = [undefined, 'role != "b"', 'id = @request.auth.id'].map(
      (text) => text && checkText(text, 'user'),
    )
    const property = fc.asyncProperty(cases, async ({ tables: rows, asked }) => {
      await clearRows(world.database, world.model)
      await loadRows(world.database, world.model, rows)
      for (const [at, [text, scopes]] of asked.entries()) {
        const checked = checkText(text, 'post')
        if (!checked) continue
        const viewRule = views[at % views.length] || undefined
        const groups = new Map<string, { callers: CallerSql[]; seen: Seen[] }>()
        for (const scope of scopes) {
          const own: Seen = { ...viewOf(scope, viewRule), rule: fold(checked, scope) }
          const caller = compileCaller(world.model, { table, ...own })
          if (!caller) throw new Error('not compiled')
          const group = groups.get(caller.shape) ?? { callers: [], seen: [] }
          groups.set(caller.shape, group)
          group.callers.push(caller)
          group.seen.push(own)
        }
        for (const group of groups.values()) {
          const together = await readTogether(group.callers, group.seen)
          const alone: Readonly<Record<string, string>>[] = []
          for (const own of group.seen) alone.push(await readAlone(own))
          expect([text, together]).toEqual([text, alone])
          if (group.seen.length < 2) continue
          for (const each of alone) {
            seen.shared += 1
            seen.visible += Object.keys(each).length
            seen.hidden += IDS.length - Object.keys(each).length
          }
        }
      }
    })
    await fc.assert(property, { numRuns: 8, endOnFailure: true })
    // Guards against a vacuous property.
    expect(Math.min(seen.visible, seen.hidden, seen.shared)).toBeGreaterThan(100)
  })
})
