import { Configuration } from '@plinth/contract'
import { pairRelations } from '@plinth/schema'
import { describe, expect, it } from 'vitest'
import { newId } from '../../state/new-id.ts'
import { graphOf } from './diagram-graph.ts'
import { layoutTables } from './layout-tables.ts'

const relation = (id: string, tableId: string) => ({
  id,
  name: id,
  type: 'relation',
  options: { isParent: true, tableId, backColumnName: `${id}_back` },
})
const configuration = pairRelations({
  configuration: Configuration.parse({
    tables: [
      { id: 'a', name: 'a', columns: [relation('toB', 'b'), relation('self', 'a')] },
      { id: 'b', name: 'b' },
      { id: 'c', name: 'c' },
    ],
  }),
  newId,
})

describe('graphOf', () => {
  it('has every table and one edge per relation pair', () => {
    const graph = graphOf(configuration)
    expect(graph.tables.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(graph.relations.map(({ source, target }) => `${source}→${target}`)).toEqual([
      'a→b',
      'a→a',
    ])
  })

  it.each([
    [false, false, '1 : 1'],
    [false, true, 'n : 1'],
    [true, false, '1 : n'],
    [true, true, 'n : n'],
  ])('marks how many rows are related (several: %s, several back: %s)', (...given) => {
    const [hasMultiple, hasMultipleBack, cardinality] = given
    const { options, ...column } = relation('toB', 'b')
    const columns = [{ ...column, options: { ...options, hasMultiple, hasMultipleBack } }]
    const tables = [
      { id: 'a', name: 'a', columns },
      { id: 'b', name: 'b' },
    ]
    expect(graphOf(Configuration.parse({ tables })).relations).toMatchObject([{ cardinality }])
  })

  it('always shows the relation fields of a long table', () => {
    const columns = Array.from({ length: 30 }, (_, at) => ({
      id: `c${at}`,
      name: `c${at}`,
      type: 'text',
    }))
    const long = Configuration.parse({
      tables: [
        { id: 'b', name: 'b' },
        { id: 'a', name: 'a', columns: [...columns, relation('z', 'b')] },
      ],
    })
    const [table] = graphOf(long).tables
    expect(table?.fields.map(({ id }) => id)).toContain('z')
    expect(table).toMatchObject({ hidden: 17 })
  })

  it('lays tables out without overlap', () => {
    const { tables, relations } = graphOf(configuration)
    const places = layoutTables({ tables, relations })
    const boxes = tables.map(({ id, height }) => ({ ...places[id], height }))
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const apart =
          Math.abs((one.x ?? 0) - (other.x ?? 0)) >= 206 ||
          (one.y ?? 0) + one.height <= (other.y ?? 0) ||
          (other.y ?? 0) + other.height <= (one.y ?? 0)
        expect(apart).toBe(true)
      }
    }
  })
})
