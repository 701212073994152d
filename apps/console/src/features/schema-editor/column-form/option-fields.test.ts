import { COLUMN_TYPES, ColumnOptions } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { OPTION_FIELDS } from './option-fields.ts'

const EVERYWHERE = ['isHidden', 'isRequired']

describe('OPTION_FIELDS', () => {
  it.each(COLUMN_TYPES.filter((type) => type !== 'relation'))(
    '%s has an input for every option',
    (type) => {
      const keys = [...OPTION_FIELDS[type].map(({ key }) => key), ...EVERYWHERE]
      expect(keys.sort()).toEqual(Object.keys(ColumnOptions[type].shape).sort())
    },
  )

  it('is empty for relation, which has its own form', () => {
    expect(OPTION_FIELDS.relation).toEqual([])
  })
})
