import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../check/check.ts'
import { parse } from '../syntax/parse.ts'
import { naiveMatches } from '../testing/naive-evaluator.ts'
import { NOW, rowsOf, type Tables } from '../testing/world.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { evaluate } from './evaluate.ts'
import { fold } from './fold.ts'
import type { Data, Scope } from './scope.ts'

const word = fc.constantFrom(null, '', 'a', 'b', 'B', 'ab', 'a%')
const size = fc.constantFrom(null, 0, 1, 2, 10)
const flag = fc.constantFrom(null, true, false)
const moment = fc.constantFrom(
  null,
  '2025-01-01T00:00:00.000Z',
  '2025-06-15T10:30:00.500Z',
  '2026-01-01T00:00:00.000Z',
)
const words = fc.array(fc.constantFrom('a', 'b', 'B', ''), { maxLength: 2 })
const idOf = (letter: string) => fc.constantFrom(null, `${letter}0`, `${letter}1`)
const idsOf = (letter: string) =>
  fc.uniqueArray(fc.constantFrom(`${letter}0`, `${letter}1`, `${letter}2`), { maxLength: 3 })
const json = fc.constantFrom<unknown>(null, 'a', '', 0, 1, true, [], ['a', 'b'], [1, 'a', null], {
  k: 'a',
})
const meta = fc.option(fc.record({ s: json, n: json, list: json }, { requiredKeys: [] }))

const SHAPES: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  user: {
    role: word,
    roles: words,
    org: idOf('o'),
    age: size,
    verified: flag,
    memberships: idsOf('m'),
    posts: idsOf('p'),
  },
  org: { name: word, plan: word, active: flag, members: idsOf('m') },
  membership: { org: idOf('o'), user: idOf('u'), role: word, since: moment, scopes: words },
  post: {
    title: word,
    body: word,
    status: word,
    tags: fc.oneof(words, fc.constant(null)),
    price: size,
    stock: size,
    active: flag,
    publishedOn: moment,
    createdOn: moment,
    author: idOf('u'),
    editors: idsOf('u'),
    comments: idsOf('c'),
    org: idOf('o'),
    meta,
  },
  comment: {
    post: idOf('p'),
    author: idOf('u'),
    text: word,
    likes: size,
    labels: words,
    approved: flag,
  },
  ban: { user: idOf('u'), reason: word, until: moment },
}

const tables: fc.Arbitrary<Tables> = fc.record(
  Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => {
      const rows = fc.array(fc.record(shape, { requiredKeys: [] }), {
        maxLength: 3,
        minLength: name === 'post' ? 1 : 0,
      })
      return [
        name,
        rows.map((made) => made.map((row, at): Data => ({ ...row, id: `${name[0]}${at}` }))),
      ]
    }),
  ),
)

const scope: fc.Arbitrary<Scope> = fc
  .record({
    auth: fc.option(
      fc.record(
        { id: idOf('u'), kind: word, role: word, roles: words, org: idOf('o'), age: size },
        { requiredKeys: [] },
      ),
    ),
    query: fc.record(
      {
        a: fc.oneof(word, words),
        n: fc.constantFrom('', '1', '10', '2x', '0.0'),
        d: fc.constantFrom('', '2025-01-01', 'soon', '2025-06-15T10:30:00.500Z'),
        f: fc.constantFrom('', 'true', 'false', 'yes'),
      },
      { requiredKeys: [] },
    ),
    body: fc.option(fc.record({ title: word, tags: words, price: size }, { requiredKeys: [] })),
    old: fc.option(fc.record({ title: word, tags: words, price: size }, { requiredKeys: [] })),
    method: fc.constantFrom('a', 'GET'),
  })
  .map((request) => ({
    request,
    now: NOW,
    constants: new Map([
      ['OWNER', 'u0'],
      ['LEVEL', '1'],
      ['BLANK', ''],
    ]),
  }))

/** Operands grouped by what they compare with; the first three pools share texts and ids. */
const POOLS = {
  text: `title body status author.role author.org.name org.plan comments.text editors.role org.members.role
    comments.author.role tags comments.labels author.roles org.members.user.role org.members.scopes @table.user.role
    @table.membership.role @table.membership:x.role @table.user.roles @table.org.members.role @table.ban.reason
    @request.auth.role @request.query.a @const.BLANK @request.auth.roles @request.query.a:each @request.body.title
    @request.old.title @request.body.tags lower(title) title:lower tags:lower lower(@table.user.role) meta.s
    meta.list:each meta.list.0 "" "a" "b" "A%" "%b" null @request.method @request.auth.kind`,
  id: `author id org editors comments.author comments org.members org.members.user org.members.id @table.membership.user
    @table.membership.org @table.membership:x.user @table.ban.user @table.org.members.user @table.org.id @request.auth.id
    author.org editors.org @request.auth.org @const.OWNER "u0" "o1" "m0" null ""`,
  number: `price stock comments.likes author.age editors.age tags:length comments:length len(title) meta.n meta.s
    comments.labels:length org.members:length @table.comment.likes @request.auth.age @request.query.n @const.LEVEL
    meta.list:each meta.list:length @request.body.price @request.old.price org.members.user.age 0 1 2 10 null`,
  bool: `active comments.approved editors.verified author.verified true false meta.s @request.query.f null
    @request.body.title:changed @request.query.a:isset @request.body.tags:changed @table.user.verified`,
  date: `publishedOn createdOn org.members.since @table.ban.until @table.membership.since @now @todayStart @yearEnd
    "2025-01-01" "2025-06-15T10:30:00.5" date(@request.query.d) @request.query.d null`,
  json: `meta meta.s meta.n meta.list meta.list.0 meta.list:each meta.missing @request.query.a "a" "" 0 1 true null`,
} as const

const ORDERED = ['=', '!=', '>', '>=', '<', '<=']
const OPERATORS: Readonly<Record<keyof typeof POOLS, readonly string[]>> = {
  text: [...ORDERED, '~', '!~'],
  id: ['=', '!='],
  number: ORDERED,
  bool: ['=', '!='],
  date: ORDERED,
  json: [...ORDERED, '~', '!~'],
}
const KINDS = Object.keys(POOLS) as readonly (keyof typeof POOLS)[]
const comparison = fc.constantFrom(...KINDS).chain((kind) => {
  const operand = fc.constantFrom(...POOLS[kind].trim().split(/\s+/))
  const some = fc.constantFrom('', '?')
  const plain = fc
    .tuple(operand, some, fc.constantFrom(...OPERATORS[kind]), operand)
    .map(([l, s, o, r]) => `${l} ${s}${o} ${r}`)
  const list = fc
    .tuple(
      operand,
      some,
      fc.constantFrom('in', '!in'),
      fc.array(operand, { minLength: 1, maxLength: 3 }),
    )
    .map(([l, s, o, items]) => `${l} ${s}${o} [${items.join(', ')}]`)
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: list })
})

const { expression } = fc.letrec<{ expression: string; list: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    tie('list'),
    fc
      .array(tie('expression'), { minLength: 2, maxLength: 3 })
      .map((items) => `(${items.join(' || ')})`),
    tie('expression').map((item) => `!(${item})`),
  ),
  list: fc
    .array(
      fc.oneof({ weight: 3, arbitrary: comparison }, { weight: 1, arbitrary: tie('expression') }),
      { minLength: 2, maxLength: 3 },
    )
    .map((items) => `(${items.join(' && ')})`),
}))

test('both evaluators and the folded expression agree on random rules and rows', {
  timeout: 30_000,
}, () => {
  const seen = { refused: 0, held: 0, failed: 0 }
  const property = fc.property(expression, tables, scope, (text, rows, around) => {
    const parsed = parse(text)
    if (!parsed.ok || !parsed.expression) {
      seen.refused += 1
      return
    }
    const result = check(parsed.expression, { catalogue: CATALOGUE, mode: 'rule', table: 'post' })
    if (!result.ok) {
      seen.refused += 1
      return
    }
    const row = rows.post?.[0] ?? {}
    const port = rowsOf(rows)
    const town = { catalogue: CATALOGUE, tables: rows, scope: around, home: 'post', row }
    const holds = naiveMatches(town, parsed.expression)
    expect(evaluate({ checked: result.checked, row, rows: port, scope: around })).toEqual({
      ok: true,
      holds,
    })
    const rest = fold(result.checked, around)
    const folded =
      typeof rest === 'boolean'
        ? { ok: true, holds: rest }
        : evaluate({ checked: rest, row, rows: port, scope: around })
    expect(folded).toEqual({ ok: true, holds })
    seen[holds ? 'held' : 'failed'] += 1
  })
  fc.assert(property, { numRuns: 4000 })
  // The property is meaningless unless enough expressions are valid and give both results.
  expect(seen.held + seen.failed).toBeGreaterThan(2000)
  expect(Math.min(seen.held, seen.failed)).toBeGreaterThan(500)
})
