import { COLUMN_TYPES } from '@plinth/contract'
import { jsonSchemaOfConfiguration } from '@plinth/schema'
import { describe, expect, it } from 'vitest'
import { findSchemas, listKeys, listValues, type SchemaStep } from './json-schema-place.ts'

const root = jsonSchemaOfConfiguration()
const at = (key: string, texts = {}): SchemaStep => ({ key, texts })
const table: SchemaStep[] = [at('tables'), 'item']
const column: SchemaStep[] = [...table, at('columns'), 'item']
const keysAt = (...steps: SchemaStep[]) => listKeys(findSchemas(root, steps)).map(({ key }) => key)

describe('JSON Schema lookup by position', () => {
  it('lists the keys of the configuration, a table and a field', () => {
    expect(keysAt()).toEqual(['version', 'database', 'tables'])
    expect(keysAt(...table)).toEqual(expect.arrayContaining(['rules', 'columns', 'query']))
    expect(keysAt(...column)).toEqual(['id', 'name', 'order', 'type', 'options'])
  })

  it('lists the values of an enum', () => {
    expect(listValues(findSchemas(root, [...table, at('type')]))).toEqual([
      'Base',
      'Auth',
      'Computed',
    ])
    expect(listValues(findSchemas(root, [...column, at('type')]))).toEqual([...COLUMN_TYPES])
    const flag = [...column, at('options', { type: 'json' }), at('isHidden')]
    expect(listValues(findSchemas(root, flag))).toEqual([true, false])
  })

  it('lists the options for the type of the field', () => {
    const keys = keysAt(...column, at('options', { type: 'json' }))
    expect(keys).toEqual(['nesting', 'default', 'isHidden', 'isRequired'])
    expect(keysAt(...column, at('options', { type: 'nothing' })).length).toBeGreaterThan(10)
  })

  it('returns nothing for an unknown path', () => {
    expect(keysAt(at('nowhere'), 'item')).toEqual([])
  })
})
