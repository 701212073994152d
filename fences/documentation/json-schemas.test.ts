import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeDefinitions } from '@plinth/engine'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSchemas } from '../../docs/site/.vitepress/write-schemas.ts'
import { STARTERS } from '../../packages/schema/src/starters/starters.ts'
import { TEMPLATES, templateWorkflow } from '../../packages/schema/src/templates/templates.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
let folder = ''
const validators = new Map<string, ValidateFunction>()

/** What the validator finds wrong, as `path message`. */
function findProblems(schema: 'configuration' | 'workflow', value: unknown): string[] {
  const validate = validators.get(schema)
  if (!validate) throw new Error('not compiled')
  // A value as it would be sent: without fields that are undefined.
  validate(JSON.parse(JSON.stringify(value)))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schemas-'))
  await writeSchemas({ outDir: folder })
  for (const name of ['configuration', 'workflow']) {
    const schema = JSON.parse(await readFile(join(folder, 'schemas', `${name}.json`), 'utf8'))
    validators.set(name, new Ajv2020({ strict: false, formats: {} }).compile(schema))
  }
})

afterAll(() => rm(folder, { recursive: true }))

describe('configuration', () => {
  test.each(Object.entries(STARTERS))('accepts the tables of the starter %s', (_name, starter) => {
    expect(findProblems('configuration', { tables: starter.tables })).toEqual([])
  })

  test('accepts the tables of an example', async () => {
    const text = await readFile(join(EXAMPLES, 'notes/tables.json'), 'utf8')
    const configuration: unknown = JSON.parse(text)
    expect(findProblems('configuration', configuration)).toEqual([])
  })

  test.each([
    ['an unknown type of a field', { tables: [{ id: 'a', name: 'a', columns: [{ type: 'x' }] }] }],
    ['a table without a name', { tables: [{ id: 'a' }] }],
    ['tables that are no list', { tables: {} }],
  ])('refuses %s', (_name, value) => {
    expect(findProblems('configuration', value)).not.toEqual([])
  })
})

describe('workflow', () => {
  test.each(Object.entries(TEMPLATES))('accepts the template %s', (_name, template) => {
    const definitions = Object.values(nodeDefinitions).flat()
    const workflow = { name: template.name, ...templateWorkflow(template, definitions) }
    expect(findProblems('workflow', workflow)).toEqual([])
  })

  test.each([
    ['a workflow without a name', { nodes: [], connections: [] }],
    ['a node without data', { name: 'A', nodes: [{ id: 'a' }], connections: [] }],
    ['an unknown field', { name: 'A', nodes: [], connections: [], extra: true }],
  ])('refuses %s', (_name, value) => expect(findProblems('workflow', value)).not.toEqual([]))
})
