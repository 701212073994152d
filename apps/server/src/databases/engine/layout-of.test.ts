import { Configuration } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { randomFrom } from '../testing/random.ts'
import { randomPair } from '../testing/random-configurations.ts'
import { sync } from '../testing/sync.ts'
import { layoutOf } from './layout-of.ts'

describe.each(ENGINES)('layout, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  test('uses names that exist in the database, for random configurations', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const { before } = randomPair(randomFrom(seed), harness.name)
      const placement = await harness.newPlacement()
      const wanted = Configuration.parse(before)
      expect((await sync(harness, { placement, wanted })).result.kind).toBe('applied')
      const layout = layoutOf(wanted, placement.schema)
      for (const table of wanted.tables) {
        if (table.type === 'Computed') continue
        for (const column of table.columns) {
          if (column.type === 'relation') {
            const storage = layout.relation(table.id, column.id)
            const from = storage.kind === 'own-key' ? layout.table(table.id) : storage.table
            const names =
              storage.kind === 'join'
                ? [storage.own, storage.other, storage.position]
                : [storage.column]
            await harness.query(placement, `select ${names.join(', ')} from ${from}`)
          } else {
            const name = layout.column(table.id, column.id)
            await harness.query(placement, `select ${name} from ${layout.table(table.id)}`)
          }
        }
      }
    }
  })
})
