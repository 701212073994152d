import { describe, expect, test } from 'vitest'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { create, list, testShop } from './testing/test-shop.ts'

const edges = wires('make -> list')

describe.each(['sqlite3', 'postgres'] as const)('tests of rows on %s', (database) => {
  test('use the recorded answers, compare what is written, and change no row', async () => {
    const place = await testShop(database)
    const recorded = await place.record({ nodes: [create('Ada'), list], edges })
    expect(await place.names()).toEqual(['Ada'])
    expect(await place.run(recorded.workflowId, recorded.test.id)).toMatchObject({ passed: true })
    const changed = await place.retest(recorded, { nodes: [create('Bob'), list], edges })
    expect(changed.differences).toMatchObject([
      {
        part: 'request',
        value: { rows: { row: { name: 'Ada' } } },
        actual: { rows: { row: { name: 'Bob' } } },
      },
    ])
    expect(await place.names()).toEqual(['Ada'])
  })

  test('read rows as they are now without a recorded answer', async () => {
    const place = await testShop(database)
    const query = runnable('count', 'sql-query', {
      parameters: { query: 'select count(*) as n from "order"' },
    })
    const recorded = await place.record({ nodes: [list, query], edges: wires('list -> count') })
    const { workflowId, test: made } = recorded
    const ofList = { step: 'list', part: 'output', kind: 'equal', value: [] }
    await place.change(workflowId, made.id, { pins: {}, expectations: [ofList] })
    expect(await place.run(workflowId, made.id)).toMatchObject({ passed: true })
    await place.execute({ nodes: [create('Ada')] })
    expect(await place.run(workflowId, made.id)).toMatchObject({
      passed: false,
      differences: [{ step: 'list', actual: [{ name: 'Ada' }] }],
    })
  })
})
