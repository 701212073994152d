import { expect, test } from 'vitest'
import { readEventOrigin, writeEventOrigin } from './event-origin.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test.each([
  [{ runId: null, traceParent: null }, null],
  [{ runId: 'run_1', traceParent: null }, 'run_1'],
  [{ runId: null, traceParent: TRACE }, ` ${TRACE}`],
  [{ runId: 'run_1', traceParent: TRACE }, `run_1 ${TRACE}`],
])('the origin %o is stored as %o', (origin, stored) => {
  expect(writeEventOrigin(origin)).toBe(stored)
  expect(readEventOrigin(stored)).toEqual(origin)
})
