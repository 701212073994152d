import { describe, expect, it } from 'vitest'
import { kind } from '../../testing/kinds.ts'
import { groupsOf, humanise } from './property.ts'

const ui = (component = 'text-input', more = {}) => ({ component, ...more })
const definition = kind('http', {
  schemas: {
    more_options: {
      sign_in: { default: 'none', ui: ui('select') },
      login: {
        ui: ui('credential-selector', { shown_when: { parameter: 'sign_in', values: ['basic'] } }),
      },
      realm: {
        ui: ui('text-input', {
          shown_when: {
            parameter: 'sign_in',
            values: ['basic'],
            also: { parameter: 'first', values: ['on'] },
          },
        }),
      },
    },
    default: { second: { order: 2, ui: ui() }, first: { order: 1, ui: ui() } },
  },
})
const data = (parameters: Record<string, string>) => ({
  definition,
  active: true,
  parameters,
  credentials: {},
  label: 'x',
  isDisabled: false,
})
const names = (parameters: Record<string, string>) =>
  groupsOf(data(parameters)).map(({ title, properties }) => [
    title,
    properties.map(({ name }) => name),
  ])

describe('node form', () => {
  it('shows the schema groups in order, General first', () => {
    expect(names({})).toEqual([
      ['General', ['first', 'second']],
      ['More options', ['sign_in']],
    ])
  })

  it('shows a dependent field only while its condition holds', () => {
    expect(names({ sign_in: 'basic' })[1]).toEqual(['More options', ['sign_in', 'login']])
    expect(names({ first: 'on' })[1]).toEqual(['More options', ['sign_in']])
    const both = names({ sign_in: 'basic', first: 'on' })
    expect(both[1]).toEqual(['More options', ['sign_in', 'login', 'realm']])
  })

  it.each([
    ['max_tokens', 'Max tokens'],
    ['replyTo', 'Reply to'],
    ['url', 'Url'],
  ])('converts %s to %s', (name, words) => {
    expect(humanise(name)).toBe(words)
  })
})
