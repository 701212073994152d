import type { NodeProperty } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../execution/execution.ts'
import { failedField } from './failed-field.ts'
import { takesExpressions, toExpression, toFixed } from './field-mode.ts'

const scope = {
  upstream: [],
  results: {},
  input: { n: 7, s: 'GET', o: {} },
  trigger: undefined,
  constants: [],
}

function property(ui: Partial<NodeProperty['ui']>, value?: Json): NodeProperty {
  const rest = value === undefined ? {} : { default: value }
  return { order: 0, ...rest, ui: { step: 1, component: 'text-input', ...ui } }
}

const number = property({ component: 'number-input' }, 3)
const options = [{ value: 'GET', label: 'GET' }]
const choice = property({ component: 'select', options }, 'POST')

describe('field mode', () => {
  it.each<[Json | undefined, string]>([
    [undefined, '{{ $in }}'],
    ['', '{{ $in }}'],
    ['{}', '{{ $in }}'],
    [5, '{{ 5 }}'],
    ['a "b"', '{{ "a \\"b\\"" }}'],
    ['is {{ $in.n }}', 'is {{ $in.n }}'],
  ])('turns %j into the expression %j', (value, text) => {
    expect(toExpression(value)).toBe(text)
  })

  it.each<[string, NodeProperty, Json, Json]>([
    ['the value it came to', number, '{{ $in.n }}', 7],
    ['a literal', number, '{{ 5 }}', 5],
    ['the default for another type', number, '{{ $in.s }}', 3],
    ['the default for an unknown value', number, '{{ $in.n * 2 }}', 3],
    ['one of the options', choice, '{{ $in.s }}', 'GET'],
    ['the default for no option', choice, '{{ $in.n }}', 'POST'],
    ['text', property({}), '{{ $in.n }}', '7'],
    ['nothing for a part of a text', property({}), 'n {{ $in.n }}', ''],
  ])('fixes %s', (_, of, text, value) => {
    expect(toFixed(text, { property: of, scope })).toEqual(value)
  })

  it('offers no expressions for code, filters and credentials', () => {
    const code = property({ component: 'code-editor', language: 'javascript' })
    const filter = property({ language: 'row-filter' })
    const secret = property({ component: 'credential-selector' })
    expect([code, filter, secret, number].map(takesExpressions)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('failedField', () => {
  const url = { name: 'url', label: 'URL', property: property({}) }
  const script = property({ component: 'code-editor', language: 'javascript' })
  const code = { name: 'code', label: 'Code', property: script }
  it.each([
    ['url: There is no "x".', [url, code], 'url'],
    ['"url" is empty.', [url], 'url'],
    ['Error: no luck', [url, code], 'code'],
    ['The host could not be found.', [url], undefined],
  ])('finds the field of %j', (message, properties, name) => {
    expect(failedField(message, properties)).toBe(name)
  })
})
