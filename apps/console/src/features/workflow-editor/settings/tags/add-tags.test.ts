import { expect, it } from 'vitest'
import { emptyContent } from '../../graph/content-of.ts'
import { mergeSettings } from '../../graph/merge-settings.ts'
import { addTags } from './add-tags.ts'

const ten = Array.from({ length: 10 }, (_, at) => `tag ${at}`)

it.each<[string, readonly string[], string, ReturnType<typeof addTags>]>([
  ['a trimmed tag', ['a'], ' Daily ', { tags: ['a', 'Daily'] }],
  ['several at once', [], 'a, b,,', { tags: ['a', 'b'] }],
  ['nothing for an empty text', ['a'], ' ', { tags: ['a'] }],
  ['no tag that is there in other capitals', ['Daily'], 'b, daily', { problem: 'twice' }],
  ['no tag of 31 characters', [], 'x'.repeat(31), { problem: 'long' }],
  ['no eleventh tag', ten, 'one more', { problem: 'many' }],
])('adds %s', (_name, tags, text, expected) => {
  expect(addTags(tags, text)).toEqual(expected)
})

it('keeps tags when other settings change, and leaves none behind', () => {
  const { settings } = emptyContent()
  const tagged = mergeSettings(settings, { tags: ['Daily'] })
  expect(mergeSettings(tagged, { execution: { timeout: 3 } }).tags).toEqual(['Daily'])
  expect(mergeSettings(tagged, { tags: [] })).toEqual(settings)
})
