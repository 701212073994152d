import { expect, test } from 'vitest'
import { runAlone } from '../testing/run-alone.ts'

const failed = (message: string) => ({
  status: 'failed',
  failure: { message: expect.stringContaining(message), retry: false },
})

test('sub-workflow passes the workflow and its input', async () => {
  const outcome = await runAlone('sub-workflow', { workflow: ' Add up ' }, { input: { n: 1 } })
  expect(outcome).toEqual({ status: 'call', workflow: 'Add up', input: { n: 1 } })
  expect(await runAlone('sub-workflow', { workflow: ' ' })).toEqual(
    failed('"Workflow" (workflow) is empty'),
  )
})

test('respond sets status, headers and body', async () => {
  const parameters = { value: '{"a": "{{ $in }}"}', status: 201, headers: '{"X-Total": 3}' }
  expect(await runAlone('respond', parameters, { input: 1 })).toEqual({
    status: 'respond',
    value: { a: 1 },
    code: 201,
    headers: { 'x-total': '3' },
  })
  expect(await runAlone('respond', {}, { input: 'x' })).toMatchObject({ value: 'x', code: 200 })
})

test.each<[string, object, string]>([
  ['an invalid status', { status: 99 }, '"Status" (status) must be between'],
  ['half a status', { status: 200.5 }, 'whole number'],
  ['a header with a line break (R26)', { headers: '{"x-a": "x\\r\\ny: z"}' }, 'not allowed'],
  ['an invalid header name (R26)', { headers: '{"a b": "x"}' }, 'cannot be the name'],
  ['a Set-Cookie header', { headers: '{"Set-Cookie": "x"}' }, 'by a workflow'],
  ['a policy header (R31)', { headers: '{"content-security-policy": "x"}' }, 'by a workflow'],
  ['a content type other than JSON', { headers: '{"content-type": "text/html"}' }, 'by a workflow'],
  ['a header that clears browser data', { headers: '{"clear-site-data": "*"}' }, 'by a workflow'],
  ['a header that controls a proxy', { headers: '{"X-Accel-Redirect": "/etc"}' }, 'by a workflow'],
  ['a redirect by its status', { status: 302 }, 'Set "Allow redirects" of this node'],
  ['a redirect by its header', { headers: '{"LOCATION": "/x"}' }, '"Location" is a redirect'],
  ['a redirect that "No" forbids', { status: 307, redirects: 'no' }, 'is a redirect'],
  ['a CORS header (R32)', { headers: '{"Access-Control-Allow-Origin": "*"}' }, 'by a workflow'],
])('respond refuses %s', async (_, parameters, message) => {
  expect(await runAlone('respond', parameters as never)).toEqual(failed(message))
})

test('respond redirects if the node allows it', async () => {
  const parameters = { status: 302, headers: '{"Location": "https://a.example"}', redirects: 'yes' }
  expect(await runAlone('respond', parameters)).toMatchObject({
    code: 302,
    headers: { location: 'https://a.example' },
  })
})

test.each(['trigger-workflow', 'trigger-error'])('%s returns its input', async (kind) => {
  expect(await runAlone(kind, {}, { input: { n: 1 } })).toEqual({
    status: 'done',
    value: { n: 1 },
  })
})
