import { Configuration } from '@plinth/contract'
import { canonicalJson, configurationsEqual, parseConfiguration } from '@plinth/schema'
import { describe, expect, it } from 'vitest'
import { newId } from '../new-id.ts'
import { printConfiguration, printSides } from './print-configuration.ts'

const configuration = Configuration.parse({
  tables: [
    {
      id: 'b',
      name: 'posts',
      order: 1,
      columns: [{ id: 'c', name: 'title', type: 'text' }],
      tests: [
        {
          id: 't',
          name: 'guests read',
          operation: 'view',
          expected: 'deny',
          row: { title: 'z', id: 'a' },
        },
      ],
    },
    { id: 'a', name: 'people', order: 0, type: 'Auth' },
    { id: 'v', name: 'totals', order: 2, type: 'Computed', query: 'select 1 as id' },
  ],
})

describe('printConfiguration', () => {
  it('reads back as the same configuration', () => {
    const text = printConfiguration(configuration)
    const read = parseConfiguration({ text, before: configuration, newId })
    expect(read.ok && configurationsEqual(read.configuration, configuration)).toBe(true)
  })

  it('does not depend on the key and list order of the server', () => {
    const stored = Configuration.parse(JSON.parse(canonicalJson(configuration)))
    expect(printConfiguration(stored)).toBe(printConfiguration(configuration))
  })

  it('lists tables in screen order', () => {
    const text = printConfiguration(configuration)
    expect(text.indexOf('people')).toBeLessThan(text.indexOf('posts'))
  })
})

describe('printSides', () => {
  it('differ in one line when a table moves', () => {
    const tables = configuration.tables.map((table) =>
      table.id === 'a' ? { ...table, order: 5 } : table,
    )
    const sides = printSides({ before: configuration, after: { ...configuration, tables } })
    const before = sides.before.split('\n')
    const different = sides.after.split('\n').filter((line, at) => line !== before[at])
    expect(different).toEqual(['      "order": 5,'])
  })

  it('keep a removed table at the end of the left side', () => {
    const after = { ...configuration, tables: configuration.tables.slice(0, 1) }
    const sides = printSides({ before: configuration, after })
    expect(sides.before.indexOf('posts')).toBeLessThan(sides.before.indexOf('people'))
    expect(sides.after).not.toContain('people')
  })
})
