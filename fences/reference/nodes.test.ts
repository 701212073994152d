import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeDefinition, NodeProperty } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { checkParameters } from '../../apps/server/src/workflows/definitions/check-parameters.ts'
import type { Json, JsonObject } from '../../packages/engine/src/node/json.ts'
import { ALL_DEFINITIONS, definitionOf } from '../../packages/engine/src/nodes/all-definitions.ts'
import { runAlone } from '../../packages/engine/src/testing/run-alone.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows, readSections } from './read-rows.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/nodes.md'), 'utf8')

interface Example {
  parameters: JsonObject
  credentials?: Record<string, string>
  input?: Json
  result?: JsonObject
}

function propertiesOf({ input_schemas }: NodeDefinition): Map<string, NodeProperty> {
  return new Map(Object.values(input_schemas).flatMap((group) => Object.entries(group)))
}

function readExample(section: string): Example {
  const [, text = ''] = section.match(/^```json\n([\s\S]+?)\n```$/m) ?? []
  return JSON.parse(text)
}

/** Parameters without a line, lines without a parameter, and defaults that differ from the definition. */
function findParameterProblems(definition: NodeDefinition, section: string): string[] {
  const properties = propertiesOf(definition)
  const rows = readRows(section)
  const entries = rows.map(([name = '', , meaning = '']) => ({ name, meaning }))
  const defaults = rows.flatMap(([name = '', given = '']) => {
    const value = properties.get(name)?.default ?? ''
    return given === (value === '' ? '–' : `\`${value}\``)
      ? []
      : [`${name} has the default ${value}`]
  })
  return [...findUndocumented(entries, properties.keys()), ...defaults]
}

/** Values of an example that the form of the node could not produce. */
function findInvalidValues(definition: NodeDefinition, example: Example): string[] {
  const properties = propertiesOf(definition)
  const credentials = Object.keys(example.credentials ?? {}).filter(
    (name) => properties.get(name)?.ui.component !== 'credential-selector',
  )
  const values = Object.entries(example.parameters).flatMap(([name, value]) => {
    const { options, min = -Infinity, max = Infinity } = properties.get(name)?.ui ?? {}
    const isListed = !options || options.some((option) => option.value === value)
    const isBetween = typeof value !== 'number' || (value >= min && value <= max)
    return isListed && isBetween ? [] : [name]
  })
  return [...credentials, ...values]
}

const sections = readSections(page, 2)

test('every kind of node has a section with its label, and no other has one', () => {
  const names = ALL_DEFINITIONS.map(({ name }) => name)
  expect([...sections.keys()].toSorted()).toEqual(names.toSorted())
  const headings = ALL_DEFINITIONS.map(({ name, display_name }) => `## \`${name}\` ${display_name}`)
  expect(headings.filter((heading) => !page.includes(`${heading}\n`))).toEqual([])
})

test('no two lines of the page say the same', () => {
  const meanings = readRows(page).map(([, , meaning]) => meaning)
  expect(meanings.filter((meaning, at) => meanings.indexOf(meaning) !== at)).toEqual([])
})

describe.each(ALL_DEFINITIONS)('$name', (definition) => {
  const section = sections.get(definition.name) ?? ''

  test('has all parameters with their defaults', () => {
    expect(findParameterProblems(definition, section)).toEqual([])
  })

  test('has an example that can be saved', () => {
    const example = readExample(section)
    const { parameters, credentials = {} } = example
    const data = { definition, parameters, credentials, label: 'Example', active: true }
    const node = { id: 'a', type: 'custom' as const, position: { x: 0, y: 0 } }
    expect(() => checkParameters([{ ...node, data: { ...data, isDisabled: false } }])).not.toThrow()
    expect(findInvalidValues(definition, example)).toEqual([])
  })
})

const run = [...sections].flatMap(([name, section]) => {
  const { parameters, input = null, result } = readExample(section)
  return result ? [{ name, parameters, input, result }] : []
})

test('nodes that need no service show a result', () => {
  expect(run.map(({ name }) => name)).toEqual(
    ['trigger-manual', 'conditional', 'switch', 'merge', 'loop', 'wait', 'set'].concat([
      'sub-workflow',
      'respond',
    ]),
  )
})

test.each(run)('$name returns the result of its example', async (example) => {
  const { name, parameters, input, result } = example
  expect(await runAlone(name, parameters, { input })).toMatchObject(result)
})

describe('a planted defect is found', () => {
  const set = definitionOf('set') as NodeDefinition
  const line = (name: string, given: string) =>
    `| \`${name}\` | ${given} | The ${name} of the node, in a sentence that is long enough. |\n`

  test.each([
    ['nothing wrong', line('value', '`{}`') + line('keep', '`only`'), []],
    ['a missing parameter', line('value', '`{}`'), ['keep is missing']],
    ['another default', line('value', '–') + line('keep', '`only`'), ['value has the default {}']],
  ])('%s', (_name, section, found) => expect(findParameterProblems(set, section)).toEqual(found))

  test.each([
    [{ parameters: { keep: 'all' } }, ['keep']],
    [{ parameters: { keep: 'only' }, credentials: { value: 'crd_1' } }, ['value']],
  ])('%j', (example, found) => expect(findInvalidValues(set, example)).toEqual(found))
})
