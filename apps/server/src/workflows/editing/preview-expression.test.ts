import { createConstant, listEnvironments, previewExpression } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectApiError, newStaff } from '../../app/testing/people.ts'
import { workflowPlace } from '../../app/testing/workflow-place.ts'

let fixture: Awaited<ReturnType<typeof workflowPlace>>
beforeAll(async () => {
  fixture = await workflowPlace()
  const { params, client } = fixture
  const { environments } = await client.call(listEnvironments, { params })
  const dev = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const constant = (key: string, secret: boolean) =>
    client.call(createConstant, {
      params,
      body: { key, value: `value of ${key}`, secret, environment: dev } as never,
    })
  await constant('OPEN', false)
  await constant('CLOSED', true)
})

const preview = (text: string, more: object = {}) =>
  fixture.client.call(previewExpression, {
    params: fixture.params,
    body: { text, ...more } as never,
  })

test.each<[string, string, object, unknown]>([
  ['code keeps its type', '{{ $in.n + 1 }}', { in: { n: 1 } }, 2],
  ['text around it', 'n is {{ $in.n * 2 }}!', { in: { n: 2 } }, 'n is 4!'],
  ['other nodes', '{{ $node["A b"].x.toUpperCase() }}', { node: { 'A b': { x: 'y' } } }, 'Y'],
  ['the trigger', '{{ Object.keys($trigger) }}', { trigger: { a: 1 } }, ['a']],
  ['a constant', '{{ $const.OPEN.length }}', {}, 'value of OPEN'.length],
  ['no expression', 'plain', {}, 'plain'],
])('%s', async (_, text, more, value) => {
  expect(await preview(text, more)).toEqual({ value })
})

test.each<[string, string, string]>([
  ['code that throws', '{{ $in.a.b.c + 1 }}', 'failed'],
  ['invalid code', '{{ 1 + }}', ''],
  ['a missing path', '{{ $in.nothing }}', 'missing'],
  ['a secret constant (R17)', '{{ $const.CLOSED }}', ''],
  ['a loop (R14)', '{{ (() => { for (;;); })() }}', ''],
  ['the process (R13)', '{{ process.env }}', 'process'],
])('returns a problem as the preview: %s', async (_, text, words) => {
  const answer = await preview(text, { in: {} })
  expect(answer).toEqual({ error: expect.stringContaining(words) })
  expect(JSON.stringify(answer)).not.toContain('value of CLOSED')
})

test('refuses a preview to non-members', async () => {
  const stranger = await newStaff()
  const body = { text: '{{ 1 + 1 }}' }
  const call = stranger.client.call(previewExpression, { params: fixture.params, body })
  expect(await expectApiError(call)).toMatchObject({ status: 404 })
})
