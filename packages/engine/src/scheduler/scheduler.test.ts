import { expect, test } from 'vitest'
import type { Json } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import { graph, node, runToEnd, schedulerOf } from '../testing/graphs.ts'

const done = (value: Json, ...outputs: string[]): Outcome => ({
  status: 'done',
  value,
  ...(outputs.length > 0 ? { outputs } : {}),
})
const failed = (retry = true): Outcome => ({ status: 'failed', failure: { message: 'no', retry } })
const stop = { errorHandling: { failureAction: 'stop' } }
const goOn = { errorHandling: { failureAction: 'continue' } }

test('a chain passes values on and stores results by label', () => {
  const of = graph([node('a'), node('b', 'set', { label: 'Second' })], 'a -> b')
  const scheduler = schedulerOf(of, { starts: ['a'], payload: 1 })
  const inputs: Json[] = []
  runToEnd(scheduler, ({ input }) => {
    inputs.push(input)
    return done([input])
  })
  expect(inputs).toEqual([1, [1]])
  expect(scheduler.ending).toEqual({ status: 'succeeded', result: { a: [1], Second: [[1]] } })
})

test('a condition skips the other branch and its exclusive successors', () => {
  const of = graph(
    [node('if', 'conditional'), node('yes'), node('no'), node('after-no'), node('join')],
    'if.true -> yes',
    'if.false -> no',
    'no -> after-no',
    'after-no -> join',
    'yes -> join',
  )
  const scheduler = schedulerOf(of, { starts: ['if'] })
  const taken = runToEnd(scheduler, ({ planned }) =>
    planned.node.id === 'if' ? done(7, 'true') : done(planned.node.id),
  )
  expect(taken).toEqual(['if', 'yes', 'join'])
  expect(scheduler.ending?.result).toEqual({ if: 7, yes: 'yes', join: 'join' })
})

test('merge waits for all branches and groups them by handle', () => {
  const of = graph(
    [node('start'), node('a'), node('b'), node('m', 'merge')],
    'start -> a',
    'start -> b',
    'a -> m.first',
    'b -> m.second',
  )
  const scheduler = schedulerOf(of, { starts: ['start'] })
  const inputs = new Map<string, Json>()
  const taken = runToEnd(scheduler, ({ planned, input }) => {
    inputs.set(planned.node.id, input)
    return done(planned.node.id)
  })
  expect(taken).toEqual(['start', 'a', 'b', 'm'])
  expect(inputs.get('m')).toEqual({ first: 'a', second: 'b' })
})

test('several values at one handle form a list', () => {
  const of = graph([node('a'), node('b'), node('c')], 'a -> c', 'b -> c')
  const scheduler = schedulerOf(of, { starts: ['a', 'b'] })
  const seen: Json[] = []
  runToEnd(scheduler, ({ planned, input }) => {
    seen.push(input)
    return done(planned.node.id)
  })
  expect(seen.at(-1)).toEqual(['a', 'b'])
})

test('an inactive node passes its input to its first output', () => {
  const of = graph(
    [node('a'), node('off', 'conditional', { active: false }), node('yes'), node('no')],
    'a -> off',
    'off.true -> yes',
    'off.false -> no',
  )
  const scheduler = schedulerOf(of, { starts: ['a'] })
  const taken = runToEnd(scheduler, ({ input }) => done(input ?? 'from a'))
  expect(taken).toEqual(['a', 'yes'])
  expect(scheduler.ending?.result).toEqual({ a: 'from a', off: 'from a', yes: 'from a' })
})

test('failureAction stop ends the run and ignores running steps', () => {
  const of = graph([node('a'), node('b'), node('c')], 'b -> c')
  const scheduler = schedulerOf(of, { starts: ['a', 'b'], settings: stop })
  const [a, b] = scheduler.next()
  if (!a || !b) throw new Error('both start')
  scheduler.finish(a, failed())
  scheduler.finish(b, done(1))
  expect(scheduler.next()).toEqual([])
  expect(scheduler.ending).toEqual({
    status: 'failed',
    node: 'a',
    message: 'no',
    result: { a: { error: { message: 'no' } } },
  })
})

test('failureAction continue turns the failure into a value', () => {
  const of = graph([node('a'), node('b')], 'a -> b')
  const scheduler = schedulerOf(of, { starts: ['a'], settings: goOn })
  runToEnd(scheduler, ({ planned, input }) => (planned.node.id === 'a' ? failed() : done(input)))
  expect(scheduler.ending?.status).toBe('succeeded')
  expect(scheduler.ending?.result).toEqual({
    a: { error: { message: 'no' } },
    b: { error: { message: 'no' } },
  })
})

test('retries as often as configured, but never for bad parameters', () => {
  const settings = { errorHandling: { retryCount: 2, retryDelay: 0.5 } }
  const scheduler = schedulerOf(graph([node('a')]), { starts: ['a'], settings })
  const failure = { message: 'no', retry: true }
  expect([1, 2, 3].map((attempt) => scheduler.retryAfter(failure, attempt))).toEqual([
    500,
    500,
    undefined,
  ])
  expect(scheduler.retryAfter({ ...failure, retry: false }, 1)).toBeUndefined()
})

const looped = graph(
  [node('list'), node('loop', 'loop'), node('each'), node('end')],
  'list -> loop',
  'loop.item -> each',
  'loop.done -> end',
)
const items = (onFailure: 'stop' | 'continue' = 'stop', atOnce = 1): Outcome => ({
  status: 'items',
  items: [10, 20, 30],
  atOnce,
  onFailure,
})

test('a loop runs its body once per item and continues with the list', () => {
  const scheduler = schedulerOf(looped, { starts: ['list'] })
  const taken = runToEnd(scheduler, ({ planned, input }) => {
    if (planned.node.id === 'loop') return items()
    return done(planned.node.id === 'each' ? Number(input) + 1 : input)
  })
  expect(taken).toEqual(['list', 'loop', 'each:0', 'each:1', 'each:2', 'end'])
  expect(scheduler.ending?.result).toEqual({
    list: null,
    loop: [11, 21, 31],
    each: [11, 21, 31],
    end: [11, 21, 31],
  })
})

test('limits concurrent items and keeps results in item order', () => {
  const scheduler = schedulerOf(looped, { starts: ['list'] })
  const [list] = scheduler.next()
  if (!list) throw new Error('it starts')
  scheduler.finish(list, done(null))
  const [loop] = scheduler.next()
  if (!loop) throw new Error('the loop is next')
  scheduler.finish(loop, items('stop', 2))
  const [first, second] = scheduler.next()
  expect(scheduler.next()).toEqual([])
  if (!first || !second) throw new Error('two at once')
  scheduler.finish(second, done('b'))
  const [third] = scheduler.next()
  if (!third) throw new Error('the third follows')
  scheduler.finish(third, done('c'))
  scheduler.finish(first, done('a'))
  const [end] = scheduler.next()
  expect(end?.input).toEqual(['a', 'b', 'c'])
})

test('a failing item ends the run, or becomes a result if the loop continues on failure', () => {
  const outcome = (onFailure: 'stop' | 'continue') => {
    const scheduler = schedulerOf(looped, { starts: ['list'] })
    runToEnd(scheduler, ({ planned, input }) => {
      if (planned.node.id === 'loop') return items(onFailure)
      return input === 20 ? failed() : done(input)
    })
    return scheduler.ending
  }
  expect(outcome('stop')?.status).toBe('failed')
  expect(outcome('continue')?.result.end).toEqual([10, { error: { message: 'no' } }, 30])
})

test('an empty list and a loop without a body finish immediately', () => {
  const empty = schedulerOf(looped, { starts: ['list'] })
  const none: Outcome = { status: 'items', items: [], atOnce: 1, onFailure: 'stop' }
  runToEnd(empty, ({ planned, input }) => (planned.node.id === 'loop' ? none : done(input)))
  expect(empty.ending?.result).toEqual({ list: null, loop: [], end: [] })
  const bare = schedulerOf(graph([node('l', 'loop'), node('b')], 'l -> b'), { starts: ['l'] })
  runToEnd(bare, ({ planned, input }) => (planned.node.id === 'l' ? items() : done(input)))
  expect(bare.ending?.result.b).toEqual([10, 20, 30])
})

test('nested loops scope keys, results and inputs by item', () => {
  const of = graph(
    [node('outer', 'loop'), node('mark'), node('inner', 'loop'), node('leaf'), node('sum')],
    'outer.item -> mark',
    'mark -> inner',
    'inner.item -> leaf',
    'inner.done -> sum',
  )
  const scheduler = schedulerOf(of, { starts: ['outer'] })
  const seen: Json[] = []
  const taken = runToEnd(scheduler, (step) => {
    const { id } = step.planned.node
    if (id === 'outer' || id === 'inner')
      return { status: 'items', items: ['x', 'y'], atOnce: 1, onFailure: 'stop' }
    if (id === 'mark') return done(`mark ${step.frame.items[0]}`)
    if (id === 'leaf') seen.push(scheduler.nodeSeenFrom(step, 'mark') ?? null)
    return done(id === 'leaf' ? step.key : step.input)
  })
  expect(taken.filter((key) => key.startsWith('leaf'))).toEqual([
    'leaf:0:0',
    'leaf:0:1',
    'leaf:1:0',
    'leaf:1:1',
  ])
  expect(seen).toEqual(['mark 0', 'mark 0', 'mark 1', 'mark 1'])
  expect(scheduler.ending?.result.outer).toEqual([
    ['leaf:0:0', 'leaf:0:1'],
    ['leaf:1:0', 'leaf:1:1'],
  ])
})

test('ends a run that exceeds the step limit (R38)', () => {
  const scheduler = schedulerOf(looped, { starts: ['list'] })
  const many: Outcome = {
    status: 'items',
    items: Array.from({ length: 20_000 }, () => 0),
    atOnce: 20,
    onFailure: 'stop',
  }
  runToEnd(scheduler, ({ planned, input }) => (planned.node.id === 'loop' ? many : done(input)))
  expect(scheduler.ending).toMatchObject({
    status: 'failed',
    message: expect.stringMatching('10000'),
  })
})
