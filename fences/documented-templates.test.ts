import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEMPLATE_IDS } from '../packages/schema/src/templates/template.ts'
import { TEMPLATES } from '../packages/schema/src/templates/templates.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/guide/workflow-templates.md'), 'utf8')

test('the guide lists every template with its sentence and its tables', () => {
  const documented = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name, description, , tables]) => ({ name, description, tables }))
  const templates = TEMPLATE_IDS.map((id) => {
    const { name, description, tables } = TEMPLATES[id]
    return { name, description, tables: tables.map((table) => `\`${table.name}\``).join(', ') }
  })
  expect(documented).toEqual(templates)
})
