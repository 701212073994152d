import { WorkflowSettings } from '@plinth/contract'
import { expect, it } from 'vitest'
import { hasTag, listTags } from './list-tags.ts'

const tagged = (...tags: string[]) => ({ settings: WorkflowSettings.parse({ tags }) })
const plain = { settings: WorkflowSettings.parse({}) }

it('lists each tag once, whatever its capitals, in alphabetical order', () => {
  expect(listTags([tagged('daily', 'Billing'), plain, tagged('DAILY', 'archive')])).toEqual([
    'archive',
    'Billing',
    'daily',
  ])
})

it.each([
  [tagged('Daily'), 'daily', true],
  [tagged('Daily'), 'dail', false],
  [plain, 'daily', false],
  [plain, undefined, true],
])('%j has the tag %s: %s', (workflow, tag, expected) => {
  expect(hasTag(workflow, tag)).toBe(expected)
})
