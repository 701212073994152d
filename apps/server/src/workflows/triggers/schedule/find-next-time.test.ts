import { expect, test } from 'vitest'
import { findNextTime, findNextTimes } from './find-next-time.ts'

const at = (text: string) => new Date(`2026-11-17T${text}:00Z`)
const settings = (cron: string) => JSON.stringify({ cron })

test('finds the next time again once it has passed', () => {
  const daily = settings('0 9 * * *')
  expect(findNextTime(daily, at('08:00'))).toEqual(at('09:00'))
  expect(findNextTime(daily, at('08:59'))).toEqual(at('09:00'))
  expect(findNextTime(daily, at('09:00'))).toEqual(new Date('2026-11-18T09:00:00Z'))
  expect(findNextTime(daily, at('07:00'))).toEqual(at('09:00'))
  expect(findNextTime(settings('0 0 30 2 *'), at('08:00'))).toBeNull()
  expect(findNextTime(settings('never'), at('08:00'))).toBeNull()
})

test('2,000 schedules that never fire do not block the event loop', async () => {
  const never = Array.from({ length: 2_000 }, (_, index) =>
    settings(`${index % 60} ${Math.floor(index / 60) % 24} 31 2,4,6,9,11 *`),
  )
  const workflows = [
    { workflowId: 'honest', schedules: [settings('0 9 * * *'), settings('0 0 1 1 *')] },
    { workflowId: 'hostile', schedules: never },
  ]
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const since = performance.now()
  const times = await findNextTimes(workflows, at('08:00'))
  clearInterval(timer)
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(turns).toBeGreaterThan(1)
  expect([...times]).toEqual([['honest', at('09:00')]])
})
