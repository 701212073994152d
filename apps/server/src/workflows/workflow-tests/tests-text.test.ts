import {
  MAX_EXPECTATIONS,
  MAX_TEST_BYTES,
  MAX_TESTS_BYTES,
  type WorkflowTest,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { SAMPLE_TEST } from './testing/store-sample-test.ts'
import { dropTestsOverLimit, toTestsText } from './tests-text.ts'

const withPayload = (bytes: number): WorkflowTest => ({
  ...SAMPLE_TEST,
  payload: 'x'.repeat(bytes),
})
const ending = { step: '', part: 'ending', path: '', kind: 'type', value: 'object' } as const

test('drops tests of an archive that are too large, alone or together', () => {
  const large = withPayload(MAX_TEST_BYTES)
  const many = { ...SAMPLE_TEST, expectations: Array(MAX_EXPECTATIONS + 1).fill(ending) }
  expect(dropTestsOverLimit([large, SAMPLE_TEST, many])).toEqual([SAMPLE_TEST])
  const together = Array.from({ length: 12 }, () => withPayload(MAX_TEST_BYTES - 2_000))
  const kept = dropTestsOverLimit(together)
  expect(kept.length).toBeLessThan(12)
  expect(kept.length).toBeGreaterThan(6)
  expect(Buffer.byteLength(toTestsText(kept))).toBeLessThanOrEqual(MAX_TESTS_BYTES)
})
