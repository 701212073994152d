import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  deleteSsoProvider,
  finishSso,
  getDevUser,
  getSsoOptions,
  getSsoProvider,
  saveSsoProvider,
  startSso,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { signInAtProvider, startProvider, type TestProvider } from './testing/provider.ts'

const SECRET = 'a canary that is a client secret'
useOwnServer()
let provider: TestProvider
let admin: Person
let callback: string
let body: {
  issuer: string
  clientId: string
  clientSecret?: string
  name: string
  domains: string[]
  verifiedClaim: string
}
beforeAll(async () => {
  admin = await theAdmin()
  const found = await admin.client.call(getSsoProvider)
  expect(found).toMatchObject({ provider: null, source: null })
  callback = found.callback
  const client = { client_id: 'plinth', client_secret: SECRET, redirect_uris: [callback] }
  provider = await startProvider({ port: testServer().outside.sso, client })
  body = {
    ...{ issuer: provider.issuer, clientId: 'plinth', clientSecret: SECRET, name: 'Example ID' },
    ...{ domains: ['Corp.test'], verifiedClaim: 'email_verified' },
  }
}, 120_000)
afterAll(() => provider.stop())

const save = (change: Partial<typeof body> = {}) =>
  admin.client.call(saveSsoProvider, { body: { ...body, ...change } })

describe('a provider that an admin sets', () => {
  test('is offered, signs people in, and is removed again', async () => {
    expect(await guest().call(getSsoOptions)).toEqual({ provider: null })
    expect(await expectApiError(guest().call(startSso, { body: {} }))).toMatchObject({
      status: 404,
    })
    await save()
    expect(await guest().call(getSsoOptions)).toEqual({
      provider: { name: 'Example ID', ssoOnly: false },
    })
    await provider.setAccount('ada', { email: 'ada@corp.test', email_verified: true })
    const { url, handle } = await guest().call(startSso, { body: {} })
    const query = await signInAtProvider(url, { login: 'ada', callback })
    const { token } = await guest().call(finishSso, { body: { handle, query } })
    expect((await clientOf(token).call(getDevUser)).user.email).toBe('ada@corp.test')
    await admin.client.call(deleteSsoProvider)
    expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
    expect(await guest().call(getSsoOptions)).toEqual({ provider: null })
    expect(await expectApiError(admin.client.call(deleteSsoProvider))).toMatchObject({
      status: 409,
    })
  })

  test('is named as the one that refuses a wrong client secret', async () => {
    await save({ clientSecret: 'not the secret' })
    const { url, handle } = await guest().call(startSso, { body: {} })
    const query = await signInAtProvider(url, { login: 'ada', callback })
    expect(
      await expectApiError(guest().call(finishSso, { body: { handle, query } })),
    ).toMatchObject({
      status: 401,
      message: expect.stringContaining('Example ID does not accept the client ID or secret'),
    })
  })

  test('ends the sessions that it opened when another client replaces it', async () => {
    await save()
    await provider.setAccount('bob', { email: 'bob@corp.test', email_verified: true })
    const { url, handle } = await guest().call(startSso, { body: {} })
    const query = await signInAtProvider(url, { login: 'bob', callback })
    const { token } = await guest().call(finishSso, { body: { handle, query } })
    await save({ name: 'Another name' })
    expect((await clientOf(token).call(getDevUser)).user.email).toBe('bob@corp.test')
    await save({ clientId: 'another' })
    expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
    expect((await admin.client.call(getDevUser)).user.id).toBe(admin.id)
  })

  test('never returns its secret, and has none in the database or the audit log', async () => {
    await save()
    const answer = await admin.client.call(getSsoProvider)
    expect(answer).toEqual({
      provider: {
        ...{ issuer: provider.issuer, clientId: 'plinth', name: 'Example ID' },
        ...{ domains: ['corp.test'], verifiedClaim: 'email_verified', ssoOnly: false },
        ...{ scope: 'openid email profile', endpoints: null, signer: null, formPost: false },
      },
      source: 'console',
      callback,
    })
    expect(await dumpPlatform()).not.toContain(SECRET)
    const { rows } = await withPlatform((on) =>
      on.query(`select action, after from audit where entity = 'identity-provider' order by id`),
    )
    expect(rows.at(-1)).toMatchObject({ action: 'saved' })
    expect(JSON.stringify(rows)).toContain('(changed)')
  })

  test('keeps its secret for the same issuer and client only', async () => {
    await save()
    const { clientSecret: _secret, ...rest } = body
    await admin.client.call(saveSsoProvider, { body: { ...rest, name: 'Another name' } })
    const other = { ...rest, clientId: 'another' }
    const error = await expectApiError(admin.client.call(saveSsoProvider, { body: other }))
    expect(error).toMatchObject({ status: 422, details: [{ path: 'clientSecret' }] })
  })

  test('is refused to everybody but admins', async () => {
    const { client } = await newStaff()
    for (const call of [
      () => client.call(getSsoProvider),
      () => client.call(saveSsoProvider, { body }),
      () => client.call(deleteSsoProvider),
    ]) {
      expect(await expectApiError(call())).toMatchObject({ status: 403 })
    }
  })

  test('is refused at a private address that the operator does not allow', async () => {
    let calls = 0
    const inside = createServer((_request, response) => {
      calls += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const error = await expectApiError(save({ issuer: `http://127.0.0.1:${port}` }))
    inside.close()
    expect(error).toMatchObject({ status: 422, details: [{ path: 'issuer' }] })
    expect(error.message).toContain('private address')
    expect(calls).toBe(0)
  })

  test.each([
    ['another issuer than it names itself', { issuer: 'PROVIDER/other' }],
    ['plain HTTP', { issuer: 'http://login.example.com' }],
    ['metadata of the cloud', { issuer: 'http://169.254.169.254' }],
    ['the tenant of everybody', { issuer: 'https://login.microsoftonline.com/common/v2.0' }],
    [
      'the tenant of everybody in other letters',
      { issuer: 'https://LOGIN.microsoftonline.com/Common/v2.0' },
    ],
    [
      'the tenant of everybody with a port',
      { issuer: 'https://login.microsoftonline.com:443/organizations/v2.0' },
    ],
    [
      'the tenant of private accounts',
      { issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0' },
    ],
    ['an issuer with a slash more', { issuer: 'PROVIDER/' }],
    ['no domain', { domains: ['ada@corp.test'] }],
    ['a domain of the top level', { domains: ['com'] }],
    ['too many domains', { domains: Array.from({ length: 51 }, (_, n) => `d${n}.test`) }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['a claim with spaces', { verifiedClaim: 'a b' }],
  ])('is refused with %s', async (_name, change) => {
    const { issuer } = change as { issuer?: string }
    const replaced = issuer ? { issuer: issuer.replace('PROVIDER', provider.issuer) } : change
    expect(await expectApiError(save(replaced))).toMatchObject({ status: 422 })
  })
})
