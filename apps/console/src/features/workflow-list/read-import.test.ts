import type { Workflow } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { printWorkflow } from './copy-workflow.ts'
import { IMPORT_TEMPLATE, readImport } from './read-import.ts'

const whole = { name: 'Orders', nodes: [], connections: [] }
const body = { name: 'Orders', nodes: '[]', connections: '[]', settings: '{}', active: false }

describe('what an import sends', () => {
  it.each([
    { name: 'settings and active have defaults', given: whole, sent: body },
    {
      name: 'what is set is kept',
      given: { ...whole, active: true },
      sent: { ...body, active: true },
    },
    {
      name: 'ids and whatever else is there stay behind',
      given: { ...whole, id: 'wfl_1', environment: { name: 'production' }, revision: 7 },
      sent: body,
    },
    {
      name: 'a canvas that is text already stays text',
      given: { ...whole, nodes: '[]' },
      sent: body,
    },
  ])('$name', ({ given, sent }) => {
    expect(readImport(JSON.stringify(given))).toEqual({ body: sent })
  })

  it('is complete in the template', () => {
    expect(readImport(IMPORT_TEMPLATE)).toEqual({ body: { ...body, name: 'My workflow' } })
  })

  it.each([
    { given: {}, missing: ['name', 'nodes', 'connections'] },
    { given: { ...whole, name: '' }, missing: ['name'] },
    { given: { name: 'x', connections: [] }, missing: ['nodes'] },
    { given: [], missing: ['name', 'nodes', 'connections'] },
    { given: null, missing: ['name', 'nodes', 'connections'] },
  ])('is refused without $missing', ({ given, missing }) => {
    expect(readImport(JSON.stringify(given))).toEqual({ missing })
  })

  it('must be JSON', () => {
    expect(readImport('{')).toEqual({ notJson: true })
  })
})

it('a copy carries no ids of credentials, and can be imported', () => {
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
