import { COLUMN_TYPES, ColumnOptions } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { OPTION_FIELDS } from './option-fields.ts'

const EVERYWHERE = ['isHidden', 'isRequired']

describe('the inputs of the field dialog', () => {
  it.each(COLUMN_TYPES.filter((type) => type !== 'relation'))(
    '%s has one for every option',
    (type) => {
      const keys = [...OPTION_FIELDS[type].map(({ key }) => key), ...EVERYWHERE]
      expect(keys.sort()).toEqual(Object.keys(ColumnOptions[type].shape).sort())
    },
  )

  it('leave the relation to its own form', () => {
    expect(OPTION_FIELDS.relation).toEqual([])
  })
})
