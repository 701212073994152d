import { expect, test } from 'vitest'
import { LISTS, readCatalogue } from './catalogue.ts'
import { sameWords } from './prove.ts'

const catalogue = readCatalogue()

test.each(LISTS)('ids of %s are unique', (list) => {
  const ids = catalogue[list].map((one) => one.id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('has at least as many entries as were found in the spec', () => {
  expect(catalogue.routes.length).toBeGreaterThanOrEqual(61)
  expect(catalogue.strings.length).toBeGreaterThanOrEqual(300)
  expect(catalogue.constants.length).toBeGreaterThanOrEqual(160)
})

test('every text belongs to a screen with a URL', () => {
  const homeless = catalogue.strings.filter((one) => !catalogue.screens[one.screen])
  expect(homeless.map((one) => one.id)).toEqual([])
})

test('every screen URL is a route of the spec', () => {
  const routes = catalogue.routes.flatMap((one) => (one.kind === 'screen' ? [one.path] : []))
  const addresses = Object.values(catalogue.screens).flat()
  expect(addresses.filter((one) => !one.includes('*') && !routes.includes(one))).toEqual([])
})

test.each([
  ['data.button.save-changes-n', 'Save Changes (3)', true],
  ['data.button.save-changes-n', 'Save Changes', false],
  ['data.grid.cell.hashed-as-asterisks', '********', true],
  ['data.grid.cell.hashed-as-asterisks', '$argon2id$', false],
  ['data.grid.cell.pretty-printed-json', '{\n  "a": 1\n}', true],
  ['data.grid.cell.pretty-printed-json', '{"a":1}', false],
  ['data.grid.cell.related-ids-joined-by-commas', '0198c0de-1,0198c0de-2', true],
  ['data.grid.cell.related-ids-joined-by-commas', '0198c0de-1', false],
  ['data.field-types.option.phonenumber', 'Phone number', true],
  ['data.column-menu.menu-item.sort-ascending', 'Sort ascending', false],
  ['workflow-editor.workflow-settings.label.retry-delay', 'Retry Delay (seconds)', true],
  ['workflow-editor.workflow-settings.label.retry-delay', 'Delay', false],
  ['anywhere.message.timeout-exceeded', 'timeout of 100ms exceeded', true],
])('%s, shown as %j: %s', (id, words, fits) => {
  const text = catalogue.strings.find((one) => one.id === id)
  expect(text && sameWords(text, words)).toBe(fits)
})
