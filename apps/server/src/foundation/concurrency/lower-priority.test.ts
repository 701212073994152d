import { spawn } from 'node:child_process'
import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { lowerPriority, restorePriority } from './lower-priority.ts'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'])
const pid = child.pid ?? 0
afterAll(() => child.kill('SIGKILL'))

test('lowers the priority of a process, and restores it where the system allows it', () => {
  const normal = getPriority()
  const lowered = Math.min(normal + 10, 19)
  lowerPriority(pid)
  expect(getPriority(pid)).toBe(lowered)
  restorePriority(pid)
  expect(getPriority(pid)).toBe(process.getuid?.() === 0 ? normal : lowered)
})

test('ignores a process that has ended', () => {
  expect(() => lowerPriority(2 ** 30)).not.toThrow()
})
