import { test } from 'vitest'
import { measured } from '../e2e/harness/seen.ts'
import { measureContract } from './measure-contract.ts'

test.each(Object.entries(measureContract()))('%s matches the spec', (id, value) => {
  measured(id, value)
})
