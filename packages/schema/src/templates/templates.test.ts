import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { checkNames } from '../check/check-names.ts'
import { addMissing, listNeeds } from './add-missing.ts'
import { TEMPLATE_IDS } from './template.ts'
import { TEMPLATES, templateWorkflow } from './templates.ts'

function counter() {
  let count = 0
  return () => {
    count += 1
    return `id${count}`
  }
}

const lacking = (configuration: Configuration, id: keyof typeof TEMPLATES) =>
  listNeeds(configuration, TEMPLATES[id]).flatMap(({ name, fields }) =>
    fields.flatMap((field) => (field.isMissing ? [`${name}.${field.name}`] : [])),
  )

describe.each(TEMPLATE_IDS)('%s', (id) => {
  const template = TEMPLATES[id]

  test('has a name, one sentence, and connected nodes with labels of their own', () => {
    expect(template.name.length).toBeLessThan(60)
    expect(template.description).toMatch(/^[A-Z][^.]+\.$/)
    const ids = new Set<string>()
    for (const [at, { id: nodeId, after }] of template.nodes.entries()) {
      expect(ids).not.toContain(nodeId)
      if (after) expect(ids).toContain(after[0])
      expect(template.nodes[at]?.kind.startsWith('trigger-')).toBe(at === 0)
      ids.add(nodeId)
    }
    expect(new Set(template.nodes.map(({ label }) => label)).size).toBe(template.nodes.length)
  })

  test('stands in two columns, which are readable beside the panels of the editor', () => {
    const spots = template.nodes.map(({ x, y = 0 }) => `${x} ${y}`)
    expect(new Set(spots).size).toBe(spots.length)
    for (const { x, y } of template.nodes) {
      expect([40, 440]).toContain(x)
      // A card and its result box.
      expect(((y ?? 0) - 40) % 300).toBe(0)
    }
  })

  test('adds what is missing once, with names that can be synced, for staff only', () => {
    const configuration = Configuration.parse({})
    const first = addMissing({ configuration, template, newId: counter() })
    if (!first.ok) throw new Error(JSON.stringify(first.issues))
    expect(first.configuration.tables.map(({ name }) => name)).toEqual(
      template.tables.map(({ name }) => name),
    )
    expect(checkNames(first.configuration)).toEqual([])
    expect(
      new Set(first.configuration.tables.flatMap(({ rules }) => Object.values(rules))),
    ).toEqual(new Set(['']))
    expect(lacking(first.configuration, id)).toEqual([])
    const second = addMissing({ ...first, template, newId: counter() })
    expect(second).toEqual(first)
  })
})

test('adds missing fields to a table of the same name and leaves its own as they are', () => {
  const column = { id: 'id1', name: 'customer', type: 'email', order: 4 } as const
  const table = { id: 'id2', name: 'orders', columns: [column] }
  const configuration = Configuration.parse({ tables: [table] })
  expect(lacking(configuration, 'sumOrders')).toEqual([
    'orders.total',
    'hourlyTotals.until',
    'hourlyTotals.orders',
    'hourlyTotals.total',
  ])
  const template = TEMPLATES.sumOrders
  const added = addMissing({ configuration, template, newId: counter() })
  if (!added.ok) throw new Error(JSON.stringify(added.issues))
  const [orders, totals] = added.configuration.tables
  expect(orders).toMatchObject({ id: 'id2', rules: configuration.tables[0]?.rules })
  expect(orders?.columns).toMatchObject([column, { name: 'total', type: 'number', order: 5 }])
  expect(totals).toMatchObject({ name: 'hourlyTotals', order: 1 })
})

test('refuses a table whose fields come from a query', () => {
  const table = { id: 't', name: 'orders', type: 'Computed', query: 'select 1 as id' }
  const configuration = Configuration.parse({ tables: [table] })
  const added = addMissing({ configuration, template: TEMPLATES.sumOrders, newId: counter() })
  expect(added).toMatchObject({ ok: false, issues: [{ tableId: 't' }] })
})

test('throws if the server lacks a kind of node', () => {
  expect(() => templateWorkflow(TEMPLATES.sumOrders, [])).toThrow('no node of the kind')
})
