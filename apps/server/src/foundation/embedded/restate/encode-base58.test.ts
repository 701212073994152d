import { expect, test } from 'vitest'
import { encodeBase58 } from './encode-base58.ts'

// Test vectors of the base 58 draft (draft-msporny-base58), and edge cases.
test.each([
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ['0000287fb4cd', '11233QC4'],
  ['', ''],
  ['00', '1'],
  ['000000', '111'],
  ['ff', '5Q'],
])('%s is %s', (hex, text) => {
  expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text)
})
