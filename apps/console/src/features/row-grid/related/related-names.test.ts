import { expect, it, vi } from 'vitest'
import { createRelatedNames, type ReadNames } from './related-names.ts'

function startNames(read: ReadNames) {
  vi.useFakeTimers()
  const asked = vi.fn(read)
  return { asked, names: createRelatedNames(asked) }
}

it('reads the ids of all cells together and once', async () => {
  const { asked, names } = startNames(async (_, ids) => new Map(ids.map((id) => [id, `n${id}`])))
  const changed = vi.fn()
  names.subscribe(changed)
  names.want('t', ['a', 'b'])
  names.want('t', ['b', 'c'])
  names.want('other', ['d'])
  await vi.runAllTimersAsync()
  expect(asked.mock.calls).toEqual([
    ['t', ['a', 'b', 'c']],
    ['other', ['d']],
  ])
  expect(names.get('c')).toBe('nc')
  expect(changed).toHaveBeenCalledTimes(2)
  names.want('t', ['a'])
  await vi.runAllTimersAsync()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('splits what is too long for one filter', async () => {
  const { asked, names } = startNames(async () => new Map())
  const ids = Array.from({ length: 130 }, (_, at) => `${at}`)
  names.want('t', ids)
  await vi.runAllTimersAsync()
  expect(asked.mock.calls.map(([, part]) => part.length)).toEqual([60, 60, 10])
})

it('asks again after a failure', async () => {
  let isDown = true
  const { asked, names } = startNames(async (_, ids) => {
    if (isDown) throw new Error('unreachable')
    return new Map(ids.map((id) => [id, 'name']))
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  names.want('t', ['a'])
  await vi.runAllTimersAsync()
  expect(names.get('a')).toBeUndefined()
  isDown = false
  names.want('t', ['a'])
  await vi.runAllTimersAsync()
  expect(asked).toHaveBeenCalledTimes(2)
  expect(names.get('a')).toBe('name')
})
