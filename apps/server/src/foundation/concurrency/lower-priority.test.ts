import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { lowerPriority, restorePriority } from './lower-priority.ts'

// A session of its own, as a jailed script.
const child = spawn('sleep', ['60'], { detached: true })
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

test.runIf(existsSync('/proc/self/autogroup'))('lowers the session of a process', () => {
  const niceOf = (of: number | 'self') =>
    Number(readFileSync(`/proc/${of}/autogroup`, 'utf8').split(' ').at(-1))
  const own = niceOf('self')
  lowerPriority(pid)
  expect(niceOf(pid)).toBe(Math.min(getPriority() + 10, 19))
  expect(niceOf('self')).toBe(own)
})

test('ignores a process that has ended', () => {
  expect(() => lowerPriority(2 ** 30)).not.toThrow()
})
