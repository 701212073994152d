import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../node/json.ts'
import type { Scope } from '../node/scope.ts'
import { codeIn, compileJson, compileValue } from './compile-parameter.ts'
import { parsePath } from './parse-path.ts'
import { parseTemplate } from './parse-template.ts'
import { resolveParameter } from './resolve-parameter.ts'

const results = new Map<string, Json>([['The "order"', { id: 7, tags: ['a', 'b'] }]])
const scope: Scope = {
  in: { name: 'Ada', age: 36, none: null, list: [1, { deep: true }], 'odd key': 'x' },
  trigger: { body: 'hello' },
  run: { id: 'run_1' },
  now: '2026-01-02T03:04:05.000Z',
  constants: new Map([['URL', 'https://example.com']]),
  node: (label) => results.get(label),
  nodes: () => Object.fromEntries(results),
}
const resolve = (text: Json, read = compileValue) =>
  resolveParameter(read(text), { scope, evaluated: new Map() })

test.each<[string, Json]>([
  ['{{ $in.name }}', 'Ada'],
  ['{{$in.age}}', 36],
  ['  {{ $in.list }}\n', [1, { deep: true }]],
  ['{{ $in.list[1].deep }}', true],
  ['{{ $in["odd key"] }}', 'x'],
  ["{{ $in['name'] }}", 'Ada'],
  ['{{ $in.none }}', null],
  ['{{ $in.list.length }}', 2],
  ['{{ $node["The \\"order\\""].tags[0] }}', 'a'],
  ['{{ $trigger.body }}', 'hello'],
  ['{{ $const.URL }}/x', 'https://example.com/x'],
  ['{{ $run.id }} at {{ $now }}', 'run_1 at 2026-01-02T03:04:05.000Z'],
  ['Dear {{ $in.name }}, {{ $in.list }}', 'Dear Ada, [1,{"deep":true}]'],
  ['no expression }} here', 'no expression }} here'],
])('%s is a path, read without running code', (text, value) => {
  expect(codeIn(compileValue(text))).toEqual([])
  expect(resolve(text)).toEqual(value)
})

test.each([
  ['{{ $in.nothing }}', '$in.nothing is missing: $in has no "nothing".'],
  ['{{ $in.none.deeper }}', '$in.none.deeper is missing: $in.none is null.'],
  ['{{ $in.list[9] }}', '$in.list[9] is missing: $in.list has no "9".'],
  ['{{ $in.constructor }}', '$in.constructor is missing: $in has no "constructor".'],
  ['{{ $in.__proto__ }}', '$in.__proto__ is missing: $in has no "__proto__".'],
  ['{{ $in.list.map }}', '$in.list.map is missing: $in.list has no "map".'],
  ['{{ $node["Nobody"].x }}', 'The node "Nobody" has not run before this one.'],
  ['{{ $const.MISSING }}', 'There is no constant "MISSING".'],
  ['{{ $in.name', 'An expression that begins with {{ is not closed with }}.'],
])('%s fails the node instead of giving an empty text', (text, message) => {
  expect(() => resolve(text)).toThrow(message)
})

test.each([
  ['{{ $in.age + 1 }}', '$in.age + 1'],
  ['{{ $in.name.toUpperCase() }}', '$in.name.toUpperCase()'],
  ['{{ $in?.name }}', '$in?.name'],
  ['{{ { a: { b: 1 }} }}', '{ a: { b: 1 }}'],
  ['{{ "}}" }}', '"}}"'],
  ['{{ $input }}', '$input'],
  ['{{ $node[$in.name] }}', '$node[$in.name]'],
  ['{{ $in["a" + "b"] }}', '$in["a" + "b"]'],
])('%s is code for the runner', (text, code) => {
  expect(codeIn(compileValue(text))).toEqual([{ kind: 'code', text: code }])
})

test.each<[Json, Json]>([
  ['{"a": "{{ $in.age }}", "b": ["x {{ $in.name }}"]}', { a: 36, b: ['x Ada'] }],
  ['{"a": {{ $in.age }}, "b": [{{ $in.list }}]}', { a: 36, b: [[1, { deep: true }]] }],
  ['{"q": "say \\"{{ $in.name }}\\"", "n": {{ $in.age }}}', { q: 'say "Ada"', n: 36 }],
  ['{{ $in.list }}', [1, { deep: true }]],
  [{ direct: '{{ $in.name }}' }, { direct: 'Ada' }],
  ['', null],
])('JSON %j holds expressions inside and outside of quotes', (text, value) => {
  expect(resolve(text, compileJson)).toEqual(value)
})

test('a value cannot break out of its JSON', () => {
  const hostile: Scope = { ...scope, in: { name: '", "admin": true, "x": "' } }
  const given = { scope: hostile, evaluated: new Map() }
  expect(resolveParameter(compileJson('{"name": "{{ $in.name }}"}'), given)).toEqual({
    name: '", "admin": true, "x": "',
  })
})

test('rejects invalid JSON', () => {
  expect(() => resolve('{"a": }', compileJson)).toThrow('not valid JSON')
})

test('the parser never throws and never mistakes other text for a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'$', ...'{}[]."\'\\ain01n') }), (text) => {
      parseTemplate(text)
      const path = parsePath(text)
      if (path) expect(text.startsWith('$')).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
