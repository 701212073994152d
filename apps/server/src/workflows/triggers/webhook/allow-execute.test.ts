import { createWorkflow } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { runnable } from '../../../app/testing/runnable.ts'
import { useKeyPlace } from '../../../projects/api-keys/testing/use-key-place.ts'

let fixture: Awaited<ReturnType<typeof hookPlace>>
beforeAll(async () => {
  fixture = await hookPlace()
})

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

describe('Execute Permission', () => {
  const execute = (rule: string) => ({ settings: { access: { execute: rule } } })

  test.each([
    ['true', 202],
    ['@request.body.key = "open"', 202],
    ['@request.query.key = "open"', 403],
    ['@request.auth.id != ""', 403],
    ['!(@table.nothing.id = "x")', 403],
    ['not a rule', 403],
  ])('rule %s, anonymous caller: %i', async (rule, status) => {
    const { url, id } = await fixture.hook(execute(rule))
    expect((await fetch(url, json({ key: 'open' }))).status).toBe(status)
    expect(await fixture.runsOf(id)).toHaveLength(status === 202 ? 1 : 0)
  })

  test('lets project staff pass, and treats other staff as anonymous', async () => {
    const { url } = await fixture.hook(execute('@request.auth.id != ""'))
    const call = (token: string) => fetch(url, json({}, { authorization: `Bearer ${token}` }))
    expect((await call(fixture.owner.token)).status).toBe(202)
    const other = await hookPlace()
    expect((await call(other.owner.token)).status).toBe(403)
  })
})

describe('Execute Permission of a program with a key', () => {
  const { place: keyPlace, params, make } = useKeyPlace()
  let count = 0
  const hookOf = async (execute: string) => {
    count += 1
    const { data } = await keyPlace().people.owner.client.call(createWorkflow, {
      params: params(),
      body: {
        name: `By key ${count}`,
        nodes: [runnable('hook', 'trigger-webhook')],
        connections: [],
        settings: { access: { execute } },
        active: true,
      },
    })
    return addressOf(data.workflow)
  }
  const call = async (url: string, token: string) =>
    (await fetch(url, json({}, { authorization: `Bearer ${token}` }))).status

  test('checks for an API key, and for a specific one', async () => {
    const { key, secret } = await make()
    const { secret: other } = await make()
    const byAny = await hookOf('@request.auth.kind = "key"')
    expect([await call(byAny, secret), await call(byAny, other)]).toEqual([202, 202])
    const byOne = await hookOf(`@request.auth.id = "${key.id}"`)
    expect([await call(byOne, secret), await call(byOne, other)]).toEqual([202, 403])
    expect((await fetch(byAny, json({}))).status).toBe(403)
  })

  test('rejects an invalid or foreign API key instead of treating it as anonymous', async () => {
    const open = await hookOf('true')
    const { secret } = await make({ who: 'admin', environment: 'production' })
    expect(await call(open, secret)).toBe(403)
    expect(await call(open, `plk_${'a'.repeat(43)}`)).toBe(401)
    const { url } = await fixture.hook({ settings: { access: { execute: 'true' } } })
    expect(await call(url, (await make()).secret)).toBe(403)
  })
})
