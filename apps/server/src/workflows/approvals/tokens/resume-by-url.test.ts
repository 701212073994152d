import { createServer, type Server } from 'node:http'
import { decideApprovalLink, resumeByUrl } from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, guest } from '../../../app/testing/people.ts'
import { approvalPlace } from '../testing/approval-place.ts'

interface Asked {
  approvalId: string
  title: string
  resumeUrl: string
}

const { outside } = inject('server')
const base = `http://127.0.0.1:${outside.asked}`
const received: { url: string; body: Asked }[] = []
let refusals = 0
let web: Server
let place: Awaited<ReturnType<typeof approvalPlace>>
beforeAll(async () => {
  place = await approvalPlace()
  web = createServer(async (request, reply) => {
    let text = ''
    for await (const part of request) text += part
    const { url = '' } = request
    if (url === '/down' && refusals < 2) {
      refusals += 1
      reply.writeHead(503).end()
      return
    }
    received.push({ url, body: JSON.parse(text) })
    if (url === '/moved') reply.writeHead(307, { location: `${base}/elsewhere` }).end()
    else reply.writeHead(url === '/refuses' ? 400 : 204).end()
  })
  await new Promise<void>((done) => web.listen(outside.asked, '127.0.0.1', done))
})
afterAll(() => web.close())

const askedAt = (path: string, id: string) =>
  eventually(async () => received.find(({ url, body }) => url === path && body.approvalId === id))
const tokenOf = ({ resumeUrl }: Asked) => resumeUrl.split('/').at(-1) ?? ''
const resume = (token: string, body: object = {}) =>
  guest().call(resumeByUrl, { params: { token }, body: { decision: 'approve' as const, ...body } })

test('posts the question to another system, which decides once by the address in it', async () => {
  const { runId, id } = await place.ask({
    approvers: `url:${base}/asked`,
    fields: '[{"name": "sum", "type": "number"}]',
  })
  const { body } = await askedAt('/asked', id)
  expect(body).toMatchObject({ title: 'Refund', fields: [{ name: 'sum' }] })
  expect(body.resumeUrl).toMatch(/\/api\/approval\/resume\/[A-Za-z0-9_-]{43}$/)
  expect((await fetch(body.resumeUrl)).status).not.toBe(200)
  expect((await place.get(id)).state).toBe('waiting')
  const answer = await fetch(body.resumeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'reject' }),
  })
  expect(await answer.json()).toEqual({ state: 'rejected' })
  const { item, taken } = await place.ended(runId)
  expect([taken, item?.decidedBy]).toEqual([['rejected'], `${base}/asked`])
  expect(await expectApiError(resume(tokenOf(body)))).toMatchObject({ code: 'invalid' })
})

test('a changed token, and the token of a system on the page of links, are refused', async () => {
  const { id } = await place.ask({ approvers: `url:${base}/asked` })
  const { body } = await askedAt('/asked', id)
  const token = tokenOf(body)
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  expect(await expectApiError(resume(changed))).toMatchObject({ code: 'invalid' })
  const byLink = guest().call(decideApprovalLink, { body: { decision: 'approve', token } })
  expect(await expectApiError(byLink)).toMatchObject({ code: 'invalid' })
  expect((await place.get(id)).state).toBe('waiting')
  expect(await resume(token)).toEqual({ state: 'approved' })
})

test('a system that is down is called again; one that refuses is not', async () => {
  const down = await place.ask({ approvers: `url:${base}/down` })
  await askedAt('/down', down.id)
  expect(refusals).toBe(2)
  const refuses = await place.ask({ approvers: `url:${base}/refuses, role:owner` })
  await askedAt('/refuses', refuses.id)
  expect((await place.decide(place.owner, refuses.id)).state).toBe('approved')
  expect(received.filter(({ body }) => body.approvalId === refuses.id)).toHaveLength(1)
})

test.each([
  'url:ftp://example.com/x',
  'url:http://ada:secret@example.com/',
  'url:http://example.com/#part',
  'url:{{ "https://example.com, role:owner" }}',
])('the node fails for %s', async (approvers) => {
  const nodes = place.nodesOf({ approvers })
  const { message } = await expectApiError(place.execute({ nodes, edges: place.edges }))
  expect(message).toContain('Who decides')
})

test('an address without encryption fails the node', async () => {
  const nodes = place.nodesOf({ approvers: 'url:http://example.com/x' })
  const { message } = await expectApiError(place.execute({ nodes, edges: place.edges }))
  expect(message).toContain('must begin with https://')
})

test('a redirect is not followed with the right to decide', async () => {
  const { id } = await place.ask({ approvers: `url:${base}/moved, role:owner` })
  await askedAt('/moved', id)
  expect((await place.decide(place.owner, id)).state).toBe('approved')
  expect(received.filter(({ body }) => body.approvalId === id).map(({ url }) => url)).toEqual([
    '/moved',
  ])
})

test('an address inside of the network is not called', async () => {
  const { id } = await place.ask({ approvers: 'url:https://169.254.169.254/x, role:owner' })
  expect((await place.decide(place.owner, id)).state).toBe('approved')
})
