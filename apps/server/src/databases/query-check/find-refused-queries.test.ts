import { setImmediate as nextTurn } from 'node:timers/promises'
import { Configuration } from '@plinth/contract'
import { expect, test } from 'vitest'
import { findRefusedQueries } from './find-refused-queries.ts'

/** Computed tables that each read the next one; the last reads an unknown table. */
function chainOf(length: number): Configuration {
  const tables = Array.from({ length }, (_, at) => ({
    id: `c${at}`,
    name: `c${at}`,
    type: 'Computed',
    query: at === length - 1 ? 'select id from nowhere' : `select id from c${at + 1}`,
  }))
  return Configuration.parse({ version: 'v1', database: 'postgres', tables })
}

test('refuses every table that reads a refused one, without blocking the event loop', async () => {
  let turns = 0
  let isOver = false
  const others = async () => {
    for (; !isOver; turns += 1) await nextTurn()
  }
  const running = others()
  const refused = await findRefusedQueries(chainOf(30))
  isOver = true
  await running
  expect(refused).toHaveLength(30)
  expect(turns).toBeGreaterThan(100)
})
