import type { WorkflowNode } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectApiError } from '../../app/testing/people.ts'
import { type GraphToRun, runnable, wires } from '../../app/testing/runnable.ts'
import { type CountingServer, countingServer, testPlace } from './testing/test-place.ts'

let place: Awaited<ReturnType<typeof testPlace>>
let web: CountingServer
beforeAll(async () => {
  web = await countingServer()
  place = await testPlace()
})
afterAll(() => web.close())

const node = (id: string, kind: string, parameters: object) =>
  runnable(id, kind, { parameters: parameters as WorkflowNode['data']['parameters'] })
const set = (id: string, value: string) => node(id, 'set', { value })

/** Calls a service, computes with its answer in a loop, decides, and uses time and chance. */
const orders = (more: Record<string, object> = {}): GraphToRun => {
  const of = (id: string, kind: string, parameters: object) =>
    node(id, kind, { ...parameters, ...more[id] })
  return {
    nodes: [
      of('start', 'trigger-manual', { data: '{"items": [1, 2, 3], "limit": 50}' }),
      of('price', 'http_request', {
        method: 'POST',
        url: `${web.address}/price`,
        body_kind: 'json',
        body_json: '{"count": "{{ $in.items.length }}"}',
      }),
      of('each', 'loop', { items: '{{ $trigger.items }}' }),
      of('cost', 'set', { value: '{{ $in * $node.price.body.price }}' }),
      of('sum', 'javascript', { code: 'return $in.reduce((one, other) => one + other, 0)' }),
      of('large', 'conditional', {
        left: '{{ $in }}',
        operator: 'greater',
        right: '{{ $trigger.limit }}',
      }),
      of('luck', 'javascript', {
        code: 'return { at: Date.now(), now: $now, day: new Date().getDay(), n: Math.random() }',
      }),
      of('small', 'set', { value: '"small"' }),
    ],
    edges: wires(
      'start -> price',
      'price -> each',
      'each.item -> cost',
      'each.done -> sum',
      'sum -> large',
      'large.true -> luck',
      'large.false -> small',
    ),
  }
}

describe('a test made from a run', () => {
  test('passes unchanged, again and again, without a call', async () => {
    const recorded = await place.record(orders())
    expect(web.calls).toEqual(['POST /price'])
    const first = await place.run(recorded.workflowId, recorded.test.id)
    expect(first).toMatchObject({ passed: true, differences: [], ending: { status: 'succeeded' } })
    expect(first.steps.map(({ key }) => key)).toEqual([
      'start',
      'price',
      'each',
      'cost:0',
      'cost:1',
      'cost:2',
      'sum',
      'large',
      'luck',
    ])
    const again = await place.run(recorded.workflowId, recorded.test.id)
    expect(again.digest).toBe(first.digest)
    expect(web.calls.length).toBe(1)
  })

  test('expects the recorded $now, and a clock that stands still', async () => {
    const { test: made, result } = await place.record(orders())
    const luck = made.expectations.find(({ step }) => step === 'luck')?.value as never
    const { now } = result.luck as { now: string }
    expect(luck).toMatchObject({ now, at: Date.parse(now), n: expect.any(Number) })
  })

  test.each<[string, Record<string, object>, object]>([
    ['a value', { cost: { value: '{{ $in + 1 }}' } }, { step: 'cost:0', part: 'output' }],
    ['a script', { sum: { code: 'return 0' } }, { step: 'sum', part: 'output' }],
    ['a condition', { large: { operator: 'less' } }, { step: 'large', part: 'branches' }],
    ['the address of a call', { price: { url: 'http://127.0.0.1/other' } }, { part: 'request' }],
    ['the body of a call', { price: { body_json: '{}' } }, { step: 'price', part: 'request' }],
    ['the items of a loop', { each: { items: '[1]' } }, { step: 'each', part: 'output' }],
    ['a failing node', { sum: { code: 'throw 1' } }, { part: 'ending' }],
  ])('fails after a change of %s', async (_name, more, difference) => {
    const recorded = await place.record(orders())
    const before = web.calls.length
    const result = await place.retest(recorded, orders(more))
    expect(result.passed).toBe(false)
    expect(result.differences).toContainEqual(expect.objectContaining(difference))
    expect(web.calls.length).toBe(before)
  })

  test('shows a step that is no longer reached', async () => {
    const recorded = await place.record(orders())
    const { nodes, edges = [] } = orders()
    const result = await place.retest(recorded, {
      nodes,
      edges: edges.filter(({ target }) => target !== 'luck'),
    })
    expect(result.differences).toMatchObject([
      { step: 'luck', label: 'luck', message: 'was not reached' },
    ])
  })

  test('repeats a run that failed', async () => {
    const graph = {
      nodes: [set('a', '1'), node('b', 'javascript', { code: 'throw new Error("no")' })],
    }
    const edges = wires('a -> b')
    const workflow = await place.save({ ...graph, edges })
    const error = await place
      .execute({ ...graph, edges }, { workflowId: workflow.id })
      .catch((e) => e)
    expect(error.status).toBe(422)
    const runs = await place.runs(workflow.id)
    const made = await place.make(workflow.id, runs[0]?.id ?? '')
    expect(await place.run(workflow.id, made.id)).toMatchObject({
      passed: true,
      ending: { status: 'failed', node: 'b' },
    })
  })
})

describe('an effect without a recorded answer', () => {
  test('is refused by name and makes no call', async () => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const before = web.calls.length
    const call = node('Call the bank', 'http_request', { url: `${web.address}/unpinned` })
    const edges = wires('a -> Call the bank')
    const result = await place.retest(recorded, { nodes: [set('a', '1'), call], edges })
    expect(result).toMatchObject({
      passed: false,
      ending: { status: 'refused', node: 'Call the bank' },
    })
    expect(result.ending.message).toContain(
      '"Call the bank" has no recorded answer and was not executed. It has an effect.',
    )
    expect(web.calls.length).toBe(before)
  })

  test.each<[string, string, object]>([
    ['a mail', 'email', { to: 'a@example.com' }],
    ['Slack', 'slack', { channel: 'c', message: 'm' }],
    ['a language model', 'chatgpt', { model: 'm', prompt: 'p' }],
    ['a called workflow', 'sub-workflow', { workflow: 'Other' }],
    ['an approval', 'approval', { title: 't', approvers: 'role:owner' }],
    ['another database', 'sql-query', { source: 'postgres', query: 'select 1' }],
    ['a database chosen by an expression', 'database', { source: '{{ "project" }}', table: 't' }],
  ])('is refused: %s', async (_name, kind, parameters) => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const nodes = [set('a', '1'), node('b', kind, parameters)]
    const result = await place.retest(recorded, { nodes, edges: wires('a -> b') })
    expect(result).toMatchObject({ passed: false, ending: { status: 'refused', node: 'b' } })
  })

  test('is refused even where failures are ignored', async () => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const nodes = [set('a', '1'), node('b', 'http_request', { url: web.address })]
    const settings = { errorHandling: { failureAction: 'continue' } }
    const result = await place.retest(recorded, { nodes, edges: wires('a -> b'), settings })
    expect(result.ending.status).toBe('refused')
  })
})

describe('expectations', () => {
  const value = '{"name": "Ada Lovelace", "tags": ["x"], "deep": {"n": 1, "m": 2}}'
  const expecting = async (expectation: object) => {
    const { workflowId, test: made } = await place.record({ nodes: [set('a', value)] })
    const one = { step: 'a', part: 'output', ...expectation }
    await place.change(workflowId, made.id, { expectations: [one] })
    return (await place.run(workflowId, made.id)).passed
  }
  test.each<[object, boolean]>([
    [{ path: 'name', kind: 'matches', value: '^Ada .+$' }, true],
    [{ path: 'name', kind: 'matches', value: '^Bob' }, false],
    [{ path: 'name', kind: 'matches', value: '^(([a-z ])+.)+[A-Z]([a-z])+$' }, false],
    [{ path: 'tags', kind: 'contains', value: 'x' }, true],
    [{ kind: 'contains', value: { deep: { n: 1 } } }, true],
    [{ kind: 'contains', value: { deep: { n: 2 } } }, false],
    [{ path: 'deep.n', kind: 'type', value: 'number' }, true],
    [{ path: 'deep', kind: 'type', value: 'list' }, false],
    [{ path: 'deep.missing', kind: 'type', value: 'null' }, false],
    [{ kind: 'schema', value: { type: 'object', required: ['name'] } }, true],
    [{ kind: 'schema', value: { type: 'object', required: ['absent'] } }, false],
    [{ path: 'deep.n', kind: 'schema', value: { type: 'integer', enum: [1, 2] } }, true],
    [{ path: 'deep.n', kind: 'schema', value: { anyOf: [{ const: 3 }, { const: null }] } }, false],
    [{ path: 'tags.0', kind: 'equal', value: 'x' }, true],
  ])('%j: %s', async (expectation, passes) => {
    expect(await expecting(expectation)).toBe(passes)
  })

  test('that would block the process fail as too large', async () => {
    const many = Array.from({ length: 400 }, () => ({ type: 'string', enum: ['x'] }))
    const code = 'return Array(5000).fill(1)'
    const recorded = await place.record({ nodes: [node('a', 'javascript', { code })] })
    const { workflowId, test: made } = recorded
    const schema = { type: 'array', items: { anyOf: many } }
    const one = { step: 'a', part: 'output', kind: 'schema', value: schema }
    await place.change(workflowId, made.id, { expectations: [one] })
    const { passed, differences } = await place.run(workflowId, made.id)
    expect(passed).toBe(false)
    expect(differences[0]?.message).toContain('is too large to be compared')
  })

  test.each<[object, string]>([
    [{ kind: 'matches', value: '(' }, 'is not a regular expression'],
    [{ kind: 'matches', value: 1 }, 'must be a text'],
    [{ kind: 'type', value: 'thing' }, 'must be one of'],
    [{ kind: 'schema', value: [] }, 'must be a JSON schema'],
    [{ kind: 'schema', value: { type: 'string', pattern: '(a+)+$' } }, 'has a pattern'],
    [{ kind: 'schema', value: { required: ['a'] } }, 'without a \\"type\\"'],
    [{ kind: 'schema', value: { type: 'object', if: {} } }, 'is not supported'],
    [{ kind: 'schema', value: { enum: [1, 2], minimum: 5 } }, 'where it is not checked'],
    [{ kind: 'schema', value: { anyOf: [{ type: 'number' }], minimum: 5 } }, 'not checked'],
    [{ kind: 'schema', value: { anyOf: [{ type: 'null' }], oneOf: [true] } }, 'not checked'],
    [{ kind: 'schema', value: { const: { a: 1 } } }, 'a list or an object'],
    [{ kind: 'schema', value: { type: 'number', enum: ['1'] } }, 'not of its'],
    [{ kind: 'schema', value: { type: 'array', items: { const: 1, minimum: 2 } } }, 'not checked'],
  ])('refuses %j', async (expectation, message) => {
    const error = await expecting(expectation).catch((caught) => caught)
    expect(error.status).toBe(422)
    expect(JSON.stringify(error.details)).toContain(message)
  })
})

describe('accepting', () => {
  test('makes what was shown the expectation, once', async () => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const { workflowId, test: made } = recorded
    const failed = await place.retest(recorded, { nodes: [set('a', '2')] })
    expect(failed).toMatchObject({ passed: false, differences: [{ value: 1, actual: 2 }] })
    const accepted = await place.change(workflowId, made.id, { accept: failed.digest })
    expect(accepted.expectations).toContainEqual(expect.objectContaining({ step: 'a', value: 2 }))
    expect(await place.run(workflowId, made.id)).toMatchObject({ passed: true })
  })

  test('rejects what is no longer shown with 409', async () => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const { digest } = await place.retest(recorded, { nodes: [set('a', '2')] })
    await place.retest(recorded, { nodes: [set('a', '3')] })
    const late = place.change(recorded.workflowId, recorded.test.id, { accept: digest })
    expect(await expectApiError(late)).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('rejects a refused effect', async () => {
    const recorded = await place.record({ nodes: [set('a', '1')] })
    const nodes = [set('a', '1'), node('b', 'http_request', { url: web.address })]
    const { digest } = await place.retest(recorded, { nodes, edges: wires('a -> b') })
    const accepted = place.change(recorded.workflowId, recorded.test.id, { accept: digest })
    expect(await expectApiError(accepted)).toMatchObject({ status: 422 })
  })
})
