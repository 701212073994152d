import { expect, test } from 'vitest'
import { type ByteLimit, holdBytes, isOverBytes } from './held-bytes.ts'

const ALL = ['environment', 128] as const
const limitsOf = (caller: string): readonly ByteLimit[] => [ALL, [caller, 64, ALL]]

/** Takes as much as a caller may have, one at a time. */
function fill(caller: string): { bytes: number; release: () => void } {
  const releases: (() => void)[] = []
  const limits = limitsOf(caller)
  while (!isOverBytes(limits, 1)) releases.push(holdBytes(limits, 1))
  return { bytes: releases.length, release: () => releases.forEach((each) => void each()) }
}

test('one caller has half of the unread bytes of an environment, and no two use them up', () => {
  const first = fill('a')
  expect(first.bytes).toBe(64)
  const second = fill('b')
  expect(second.bytes).toBe(32)
  // The first may have no more, but another caller may.
  expect(isOverBytes(limitsOf('a'), 1)).toBe(true)
  expect(isOverBytes(limitsOf('c'), 16)).toBe(false)
  expect(isOverBytes(limitsOf('c'), 17)).toBe(true)
  first.release()
  second.release()
  expect(isOverBytes(limitsOf('a'), 64)).toBe(false)
  expect(isOverBytes(limitsOf('a'), 65)).toBe(true)
})
