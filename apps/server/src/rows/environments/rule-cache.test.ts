import { expect, test } from 'vitest'
import { modelOf, tableNamed } from '../../databases/sql/data-model.ts'
import { sqliteDialect } from '../../databases/sql/sqlite-dialect.ts'
import { testLayout } from '../testing/test-layout.ts'
import { WORLD } from '../testing/world-configuration.ts'
import { RuleCache } from './rule-cache.ts'

const layout = testLayout(WORLD, 'main')
const model = modelOf({ configuration: WORLD, layout, dialect: sqliteDialect })
const table = tableNamed(model, 'post')

test('equal filters are parsed once, and long ones of others let them be forgotten', () => {
  const [cache, other] = [new RuleCache(model), new RuleCache(model)]
  const read = (text: string) => cache.filter({ table, text, seesHidden: false })
  const first = read('price = 1')
  expect(first).toMatchObject({ ok: true })
  expect(read('price = 1')).toBe(first)
  expect(cache.filter({ table, text: 'price = 1', seesHidden: true })).not.toBe(first)
  expect(other.filter({ table, text: 'price = 1', seesHidden: false })).not.toBe(first)
  const list = Array.from({ length: 480 }, () => '1').join()
  for (let at = 0; at < 250; at += 1)
    other.filter({ table, text: `price in [${list}] || price = ${at}`, seesHidden: false })
  expect(read('price = 1')).not.toBe(first)
  expect(read('price = 1')).toEqual(first)
})
