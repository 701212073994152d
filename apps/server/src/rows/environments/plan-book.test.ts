import { expect, test } from 'vitest'
import { PlanBook, planKey } from './plan-book.ts'

test('a plan is made once for its key, and again in another book', () => {
  const [one, other] = [new PlanBook(), new PlanBook()]
  const made: string[] = []
  const ask = (book: PlanBook, name: string) =>
    book.keep('the same key', () => {
      made.push(name)
      return { name }
    })
  expect([ask(one, 'a'), ask(one, 'b'), ask(other, 'c'), ask(one, 'd')]).toEqual([
    { name: 'a' },
    { name: 'a' },
    { name: 'c' },
    { name: 'a' },
  ])
  expect(made).toEqual(['a', 'c'])
})

test('what cannot be kept is made each time', () => {
  const book = new PlanBook()
  let count = 0
  const ask = () =>
    book.keep('key', () => {
      count += 1
      return undefined
    })
  expect([ask(), ask()]).toEqual([undefined, undefined])
  expect(count).toBe(2)
})

test('no more than 10,000 plans are kept, and the oldest goes first', () => {
  const book = new PlanBook()
  for (let at = 0; at < 10_500; at += 1) book.keep(`${at}`, () => at + 1)
  expect(PlanBook.size).toBe(10_000)
  expect(book.keep('10499', () => 0)).toBe(10_500)
  expect(book.keep('0', () => 'made again')).toBe('made again')
  expect(PlanBook.size).toBe(10_000)
})

test.each([
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [['1:a'], ['a']],
  [['a', undefined], ['a']],
  [['-'], [undefined]],
  [
    ['a', ''],
    ['', 'a'],
  ],
  [['a1:b'], ['a', 'b']],
])('parts %j and %j are two keys', (one, other) => {
  expect(planKey(one)).not.toBe(planKey(other))
})
