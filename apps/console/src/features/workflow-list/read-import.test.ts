import type { Workflow } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { printWorkflow } from './copy-workflow.ts'
import { IMPORT_TEMPLATE, readImport } from './read-import.ts'

const whole = { name: 'Orders', nodes: [], connections: [] }
const body = { name: 'Orders', nodes: '[]', connections: '[]', settings: '{}', active: false }

describe('readImport', () => {
  it.each([
    { name: 'fills in defaults for settings and active', given: whole, sent: body },
    {
      name: 'preserves given values',
      given: { ...whole, active: true },
      sent: { ...body, active: true },
    },
    {
      name: 'drops ids and other fields',
      given: { ...whole, id: 'wfl_1', environment: { name: 'production' }, revision: 7 },
      sent: body,
    },
    {
      name: 'accepts a canvas that is already a JSON string',
      given: { ...whole, nodes: '[]' },
      sent: body,
    },
  ])('$name', ({ given, sent }) => {
    expect(readImport(JSON.stringify(given))).toEqual({ body: sent })
  })

  it('accepts the template', () => {
    expect(readImport(IMPORT_TEMPLATE)).toEqual({ body: { ...body, name: 'My workflow' } })
  })

  it.each([
    { given: {}, missing: ['name', 'nodes', 'connections'] },
    { given: { ...whole, name: '' }, missing: ['name'] },
    { given: { name: 'x', connections: [] }, missing: ['nodes'] },
    { given: [], missing: ['name', 'nodes', 'connections'] },
    { given: null, missing: ['name', 'nodes', 'connections'] },
  ])('reports missing $missing', ({ given, missing }) => {
    expect(readImport(JSON.stringify(given))).toEqual({ missing })
  })

  it('rejects invalid JSON', () => {
    expect(readImport('{')).toEqual({ notJson: true })
  })
})

it('a copied workflow has no credential ids and can be imported', () => {
  const node = { id: 'a', data: { label: 'A', credentials: { key: 'crd_1' } } }
  const text = printWorkflow({
    ...whole,
    id: 'wfl_1',
    nodes: [node],
    active: true,
  } as unknown as Workflow)
  expect(text).not.toMatch(/crd_|wfl_/)
  expect(readImport(text)).toMatchObject({ body: { name: 'Orders', active: true } })
})
