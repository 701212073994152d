import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Expression, OperandNode } from './syntax.ts'

/** Removes the positions from an expression. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'from' && key !== 'to')
  return Object.fromEntries(kept.map(([key, part]) => [key, bare(part)]))
}

describe('reports issues with position and suggestion', () => {
  test.each([
    ['status == "a"', 'Unexpected ==', 7, 9, '='],
    ['status <> "a"', 'Unexpected <>', 7, 9, '!='],
    ['a = 1 & b = 2', 'Unexpected &', 6, 7, '&&'],
    ['a = 1 | b = 2', 'Unexpected |', 6, 7, '||'],
    ['a = 1 and b = 2', 'Expected && or || but found and', 6, 9, '&&'],
    ['(a = 1 or b = 2)', 'Expected &&, || or ) but found or', 7, 9, '||'],
    ['a like "x"', 'Expected an operator but found like', 2, 6, '~'],
    ['active', 'Expected an operator after active, but nothing follows', 6, 6, '= true'],
    ['a = ', 'Expected a value, but nothing follows', 3, 3, undefined],
    ['a = "x', 'The text is not closed', 4, 6, '"x"'],
    ['a = "\\q"', 'Unknown escape \\q', 5, 7, '\\\\q'],
    ['a = "\\u00"', 'Unknown escape \\u', 5, 7, '\\\\u'],
    ['a = "\\u0000"', 'A text cannot contain NUL or a lone surrogate', 4, 12, undefined],
    ['a = "\\ud800"', 'A text cannot contain NUL or a lone surrogate', 4, 12, undefined],
    ['a = #', 'Unexpected character "#"', 4, 5, undefined],
    ['@requst.auth.id = 1', 'There is no @requst', 0, 7, '@request'],
    ['@nwo = 1', 'There is no @nwo', 0, 4, '@now'],
    ['@request', 'Expected . after @request, but nothing follows', 8, 8, '.'],
    ['@table.a', 'Expected . and a column, but nothing follows', 8, 8, '.'],
    ['@table.a:', 'Expected an alias, but nothing follows', 9, 9, undefined],
    [
      'a:lowr = 1',
      'Expected one of isset, changed, length, each, lower but found lowr',
      2,
      6,
      'lower',
    ],
    ['a:lower.b = 1', 'A modifier is only allowed on the last segment', 2, 7, undefined],
    ['!a = 1', 'Expected ( after ! but found a', 1, 2, '('],
    ['a = [1]', 'A list can only follow in or !in', 4, 5, undefined],
    ['a in [[1]]', 'A list can only follow in or !in', 6, 7, undefined],
    ['a in []', 'Expected a value but found ]', 6, 7, undefined],
    ['a in [1 2]', 'Expected , or ] but found 2', 8, 9, undefined],
    ['a = f(1,)', 'Expected a value but found )', 8, 9, undefined],
    ['a = 9007199254740993', 'The number is too large to be exact', 4, 20, undefined],
    ['a.100000 = 1', 'An index is at most 99999', 2, 8, undefined],
    ['a. = 1', 'Expected a name but found =', 3, 4, undefined],
    ['a = 1)', 'Expected && or || but found )', 5, 6, undefined],
    ['a = 1 b', 'Expected && or || but found b', 6, 7, undefined],
    ['()', 'Expected a value but found )', 1, 2, undefined],
    ['a = .5', 'Expected a value but found .', 4, 5, undefined],
  ])('%s', (text, message, from, to, suggestion) => {
    const issue = { message, from, to, ...(suggestion !== undefined && { suggestion }) }
    expect(parse(text)).toEqual({ ok: false, issues: [issue] })
  })
})

describe('canonical form', () => {
  test.each([
    ["a='x'", 'a = "x"'],
    ['a?!=1&&(b in[1,2,])||!( c~"%" )', 'a ?!= 1 && b in [1, 2] || !(c ~ "%")'],
    ['a = 1 && (b = 2 && c = 3)', 'a = 1 && (b = 2 && c = 3)'],
    ['a = 1 // why\n && b = 2', 'a = 1 && b = 2'],
    ['@table.t:x.a.b:lower = now()', '@table.t:x.a.b:lower = now()'],
    ['meta.0.1 = -0.0000001', 'meta.0.1 = -0.0000001'],
    ['in in [true]', 'in in [true]'],
    ['a.in !in [null]', 'a.in !in [null]'],
    ['now = true.x', 'now = true.x'],
    ['a = "\\u0041\\/\\t"', 'a = "A/\\t"'],
  ])('%s', (text, printed) => {
    const parsed = parse(text)
    expect(parsed.ok && parsed.expression && print(parsed.expression)).toBe(printed)
  })
})

const span = { from: 0, to: 0 }
const name = fc.constantFrom('a', 'title', 'in', 'now', '_x', 'B9')
const segment = fc.oneof(name, fc.nat({ max: 99_999 })).map((each) => ({ name: each, ...span }))
const path = fc
  .record({
    first: name,
    rest: fc.array(segment, { maxLength: 3 }),
    root: fc.constantFrom(
      undefined,
      { type: '@request' },
      { type: '@const' },
      { type: '@table', table: 't' },
      { type: '@table', table: 't', alias: 'x' },
    ),
    modifier: fc.constantFrom(undefined, 'each', 'lower', 'isset'),
  })
  .map(({ first, rest, root, modifier }) => ({
    type: 'path',
    segments: [{ name: first, ...span }, ...rest],
    ...span,
    ...(root && { root: { ...root, ...span } }),
    ...(modifier && { modifier }),
  }))
const letter = fc.integer({ min: 1, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const text = fc
  .string({ unit: fc.oneof(letter, fc.constantFrom('"', "'", '\\', '\n')) })
  .filter((each) => each.isWellFormed())
const number = fc
  .double({ noNaN: true, min: -9007199254740991, max: 9007199254740991 })
  .map((each) => (each === 0 ? 0 : each))
const { operand, expression } = fc.letrec<{ operand: OperandNode; expression: Expression }>(
  (tie) => ({
    operand: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      path,
      text.map((value) => ({ type: 'text', value, ...span })),
      number.map((value) => ({ type: 'number', value, ...span })),
      fc.boolean().map((value) => ({ type: 'boolean', value, ...span })),
      fc.constant({ type: 'null', ...span }),
      fc.constant({ type: 'macro', name: '@monthEnd', ...span }),
      fc
        .array(tie('operand'), { maxLength: 2 })
        .map((args) => ({ type: 'call', name: 'lower', args, ...span })),
    ) as fc.Arbitrary<OperandNode>,
    expression: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      fc.record({
        type: fc.constant('compare'),
        operator: fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~', '!~'),
        isSome: fc.boolean(),
        left: tie('operand'),
        right: tie('operand'),
        from: fc.constant(0),
        to: fc.constant(0),
      }),
      fc.record({
        type: fc.constant('compare'),
        operator: fc.constantFrom('in', '!in'),
        isSome: fc.boolean(),
        left: tie('operand'),
        right: fc
          .array(tie('operand'), { minLength: 1, maxLength: 3 })
          .map((items) => ({ type: 'list', items, ...span })),
        from: fc.constant(0),
        to: fc.constant(0),
      }),
      fc.boolean().map((value) => ({ type: 'constant', value, ...span })),
      tie('expression').map((item) => ({ type: 'not', item, ...span })),
      fc.record({
        type: fc.constantFrom('and', 'or'),
        items: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
        from: fc.constant(0),
        to: fc.constant(0),
      }),
    ) as fc.Arbitrary<Expression>,
  }),
)

test('printing and parsing round-trips', () => {
  fc.assert(
    fc.property(expression, (made) => {
      const printed = print(made)
      fc.pre(printed.length < 1000)
      const parsed = parse(printed)
      expect(parsed.ok ? bare(parsed.expression) : parsed).toEqual(bare(made))
    }),
    { numRuns: 2000 },
  )
})

test('an operand alone is not an expression', () => {
  fc.assert(
    fc.property(operand, (made) => {
      const printed = print({
        type: 'compare',
        operator: '=',
        isSome: false,
        left: made,
        right: made,
        ...span,
      })
      fc.pre(made.type !== 'boolean' && printed.length < 1000)
      expect(parse(printed.slice(0, (printed.length - 3) / 2)).ok).toBe(false)
    }),
    { numRuns: 300 },
  )
})
