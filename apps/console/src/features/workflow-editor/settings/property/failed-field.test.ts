import { describe, expect, it } from 'vitest'
import { kind } from '../../testing/kinds.ts'
import { failedField, nameInFailure } from './failed-field.ts'
import { groupsOf } from './property.ts'

const ui = (more = {}) => ({ component: 'text-input', ...more })
const propertiesOf = (schema: Record<string, { ui: object }>) => {
  const definition = kind('some', { schemas: { default: schema } })
  const data = { definition, active: true, parameters: {}, credentials: {}, label: 'x' }
  return groupsOf({ ...data, isDisabled: false }).flatMap(({ properties }) => properties)
}

describe('failedField', () => {
  const http = propertiesOf({ url: { ui: ui() }, body: { ui: ui() } })
  const database = propertiesOf({ table: { ui: ui() }, row: { ui: ui({ editor: 'row' }) } })
  const script = propertiesOf({ note: { ui: ui() }, code: { ui: ui({ language: 'javascript' }) } })

  it.each([
    ['the field after its label', '"Address" (url) is empty.', http, 'url'],
    ['the field before a colon, after its label', '"Body (text)" (body): not JSON', http, 'body'],
    ['the field in quotes', '"url" is empty.', http, 'url'],
    ['the field before a colon', 'body: not JSON', http, 'body'],
    ['no field', 'The host could not be found.', http, undefined],
    ['the row for one of its fields', 'title: Is required', database, 'row'],
    ['the table itself', '"table" is empty.', database, 'table'],
    ['no field without a name', 'The database is busy.', database, undefined],
    ['the only script', 'no luck', script, 'code'],
  ])('finds %s', (_, message, properties, expected) => {
    expect(failedField(message, properties)).toBe(expected)
  })

  it('reads the name of a field of the row', () => {
    expect(nameInFailure('title: Is required')).toBe('title')
    expect(nameInFailure('The database is busy.')).toBeUndefined()
  })
})
