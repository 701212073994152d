import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A sentence of the specification that the product deliberately does not follow. */
interface Departure {
  id: string
  specification: string
  instead: string
  reason: string
  /** The decision record that explains it. */
  record: string
  /** The browser test that shows what happens instead. */
  test: string
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const departures = JSON.parse(read('departures.json')) as Departure[]

test('the only departure from the specification is that selecting a table keeps changes', () => {
  expect(departures.map(({ id }) => id)).toEqual(['data.select-table-keeps-pending-changes'])
})

test.each(departures)('$id has a reason, a decision record and a browser test', (departure) => {
  for (const text of Object.values(departure)) expect(text).not.toBe('')
  expect(existsSync(new URL(`../${departure.test}`, import.meta.url))).toBe(true)
  expect(read(`../${departure.record}`)).toContain('spec/departures.json')
})
