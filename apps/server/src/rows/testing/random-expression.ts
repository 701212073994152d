import type { Scope } from '@plinth/expression'
import fc from 'fast-check'
import { idFor } from './stable-ids.ts'

/** Operands by comparable type; the first two pools share texts and ids. */
const POOLS = {
  text: `title body status author.role author.org.name org.plan comments.text editors.role org.members.role
    comments.author.role tags comments.labels author.roles org.members.user.role org.members.scopes @table.user.role
    @table.membership.role @table.membership:x.role @table.user.roles @table.org.members.role @table.ban.reason
    @request.auth.role @request.query.a @const.BLANK @request.auth.roles @request.query.a:each @request.body.title
    @request.old.title @request.body.tags lower(title) title:lower tags:lower lower(@table.user.role) meta.s
    meta.list:each meta.list.0 meta.0 lower(author.role) author.profile.bio editors.profile.bio author.settings.s
    @table.profile.owner.role comments.author.profile.bio meta.s:lower lower(meta.s) "" "a" "b" "A%" "%b" "a_b" null
    "\\\\\\\\" "a\\\\\\\\%b" @request.method @request.auth.kind`,
  id: `author id org editors comments.author comments org.members org.members.user org.members.id @table.membership.user
    @table.membership.org @table.membership:x.user @table.ban.user @table.org.members.user @table.org.id @request.auth.id
    author.org editors.org @request.auth.org @const.OWNER author.profile editors.profile @table.profile.owner
    author.profile.owner "${idFor('user0')}" "${idFor('org1')}" "none" null "" title meta.s`,
  number: `price stock comments.likes author.age editors.age tags:length comments:length len(title) meta.n meta.s
    comments.labels:length org.members:length @table.comment.likes @request.auth.age @request.query.n @const.LEVEL
    meta.list:each meta.list:length @request.body.price @request.old.price org.members.user.age author.posts:length
    len(meta.s) len(author.role) meta:length author.settings.n 0 1 2 10 2.5 null`,
  bool: `active comments.approved editors.verified author.verified true false meta.s @request.query.f null
    @request.body.title:changed @request.query.a:isset @request.body.tags:changed @table.user.verified meta.list:each`,
  date: `publishedOn createdOn org.members.since @table.ban.until @table.membership.since @now @todayStart @yearEnd
    "2025-01-01" "2025-06-15T10:30:00.5" date(@request.query.d) @request.query.d null`,
  json: `meta meta.s meta.n meta.list meta.list.0 meta.list:each meta.missing meta:each author.settings.s
    @request.query.a @request.query.a:each "a" "" 0 1 true null`,
} as const

type Pool = keyof typeof POOLS
const ORDERED = ['=', '!=', '>', '>=', '<', '<=']
const OPERATORS: Readonly<Record<Pool, readonly string[]>> = {
  text: [...ORDERED, '~', '!~'],
  id: ['=', '!='],
  number: ORDERED,
  bool: ['=', '!='],
  date: ORDERED,
  json: [...ORDERED, '~', '!~'],
}

const comparison = fc.constantFrom(...(Object.keys(POOLS) as Pool[])).chain((pool) => {
  const operand = fc.constantFrom(...POOLS[pool].trim().split(/\s+/))
  const some = fc.constantFrom('', '?')
  const plain = fc
    .tuple(operand, some, fc.constantFrom(...OPERATORS[pool]), operand)
    .map(([l, s, o, r]) => `${l} ${s}${o} ${r}`)
  const items = fc.array(operand, { minLength: 1, maxLength: 3 })
  const list = fc
    .tuple(operand, some, fc.constantFrom('in', '!in'), items)
    .map(([l, s, o, all]) => `${l} ${s}${o} [${all.join(', ')}]`)
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: list })
})

/** Random rules for a post. Some do not pass the check; tests must skip those. */
export const { expression: randomExpression } = fc.letrec<{ expression: string; list: string }>(
  (tie) => ({
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
  }),
)

const word = fc.constantFrom(null, '', 'a', 'b', 'B', 'ab', 'a%')
const words = fc.array(fc.constantFrom('a', 'b', 'B', ''), { maxLength: 3 })
const size = fc.constantFrom(null, 0, 1, 2.5, 10)
const fields = fc.option(fc.record({ title: word, tags: words, price: size }, { requiredKeys: [] }))
const userId = fc.constantFrom(null, idFor('user0'), idFor('user1'))

export const randomScope: fc.Arbitrary<Scope> = fc
  .record({
    auth: fc.option(
      fc.record(
        {
          id: userId,
          kind: word,
          role: word,
          roles: words,
          org: fc.constantFrom(null, idFor('org0'), idFor('org1')),
          age: size,
        },
        { requiredKeys: [] },
      ),
    ),
    query: fc.record(
      {
        a: fc.oneof(word, words),
        n: fc.constantFrom('', '1', '10', '2x', '0.0'),
        d: fc.constantFrom('', '2025-01-01', 'soon', '9999-12-31T23:59-14:00'),
        f: fc.constantFrom('', 'true', 'false', 'yes'),
      },
      { requiredKeys: [] },
    ),
    body: fields,
    old: fields,
    method: fc.constantFrom('a', 'GET'),
  })
  .map((request) => ({
    request,
    now: Date.parse('2025-06-15T10:30:00.500Z'),
    constants: new Map([
      ['OWNER', idFor('user0')],
      ['LEVEL', '1'],
      ['BLANK', ''],
    ]),
  }))
