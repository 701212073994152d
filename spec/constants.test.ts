import { test } from 'vitest'
import { measured } from '../e2e/harness/seen.ts'
import { measureContract } from './measure-contract.ts'

test.each(Object.entries(measureContract()))('%s is what the spec says', (id, value) => {
  measured(id, value)
})
