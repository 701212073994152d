import { describe, expect, it } from 'vitest'
import { type CommandPaletteEntry, rankGroups, withoutRepeats } from './rank-entries.ts'

const entry = (label: string, more: Partial<CommandPaletteEntry> = {}): CommandPaletteEntry => ({
  key: label,
  label,
  icon: null,
  run: () => undefined,
  ...more,
})
const labels = (groups: ReturnType<typeof rankGroups>) =>
  groups.map(({ title, entries }) => [title, ...entries.map(({ label }) => label)].join(' '))

const groups = [
  { title: 'Tables', entries: [entry('old orders'), entry('reorders'), entry('orders')] },
  { title: 'Fields', entries: [entry('total', { detail: 'field of orders' })] },
  { title: 'Go to', entries: [entry('Order'), entry('Data')] },
]

describe('rankGroups', () => {
  it.each([
    ['orders', ['Tables orders old orders reorders', 'Fields total']],
    ['ORDER', ['Go to Order', 'Tables orders old orders reorders', 'Fields total']],
    ['orders total', ['Fields total']],
    ['ield', []],
    ['nothing', []],
    ['', ['Tables old orders reorders orders', 'Fields total', 'Go to Order Data']],
  ])('ranks %j by match', (text, wanted) => {
    expect(labels(rankGroups(groups, text, 6))).toEqual(wanted)
  })

  it('bounds each group', () => {
    expect(labels(rankGroups(groups, 'orders', 1))).toEqual(['Tables orders', 'Fields total'])
  })
})

it('lists an entry once, in its first group', () => {
  const twice = [
    { title: 'Recent', entries: [entry('orders')] },
    { title: 'Tables', entries: [entry('orders')] },
  ]
  expect(labels(withoutRepeats(twice))).toEqual(['Recent orders'])
})
