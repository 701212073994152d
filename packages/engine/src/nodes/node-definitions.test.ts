import { NodeDefinition } from '@plinth/contract'
import { expect, test } from 'vitest'
import { ALL_DEFINITIONS, definitionOf } from './all-definitions.ts'
import { nodeDefinitions, RUNNING_KINDS } from './node-definitions.ts'

test.each(ALL_DEFINITIONS.map((definition) => [definition.name, definition] as const))(
  '%s is a valid definition that parsing does not change',
  (_name, definition) => {
    expect(NodeDefinition.parse(definition)).toEqual(definition)
    const names = Object.values(definition.input_schemas).flatMap((group) => Object.keys(group))
    expect(new Set(names).size, 'parameters are one flat map').toBe(names.length)
    const { inputs, outputs } = definition.connection_config
    for (const { types } of [inputs, outputs]) expect(new Set(types).size).toBe(types.length)
  },
)

/** What the palette of a window of 1280 pixels shows on one line. */
const MAX_DESCRIPTION = 27

test.each(ALL_DEFINITIONS.map(({ name, description }) => [name, description]))(
  '%s is described on one line of the palette',
  (_name, description) => {
    expect(description).toMatch(/^[A-Z].*[^.]$/)
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION)
  },
)

test('conditions refer to existing parameters and possible values', () => {
  for (const definition of ALL_DEFINITIONS) {
    const all = Object.assign({}, ...Object.values(definition.input_schemas))
    for (const property of Object.values<(typeof all)[string]>(all)) {
      const { shown_when: when } = property.ui
      for (const { parameter, values } of [when, when?.also].filter((one) => one !== undefined)) {
        const options = all[parameter].ui.options.map(({ value }: { value: string }) => value)
        expect(options).toEqual(expect.arrayContaining(values))
      }
    }
  }
})

test('the palette offers exactly the kinds that run, triggers first', () => {
  const offered = Object.values(nodeDefinitions).flat()
  expect(new Set(offered.map(({ name }) => name))).toEqual(new Set(RUNNING_KINDS))
  expect(Object.keys(nodeDefinitions)[0]).toBe('Triggers')
  expect(definitionOf('set')?.display_name).toBe('Set')
  expect(definitionOf('__proto__')).toBeUndefined()
})
