import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connectCredential, listCredentials } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { deriveFromHandle } from './connect-handle.ts'
import type { AskOptions } from './testing/ask-for-tokens.ts'
import { ageToken as age, storedConnection as stored, useOauth } from './testing/oauth-place.ts'

const oauth = useOauth('oauthRefresh')
const { begin, create, connected, callApi, refusalOf } = oauth

const refreshes = async () =>
  (await oauth.service().calls()).filter(({ grant }) => grant === 'refresh_token')

async function connectionOf(id: string) {
  const { client, projectId } = oauth.place()
  const { credentials } = await client.call(listCredentials, { params: { projectId } })
  return credentials.find((one) => one.id === id)?.connection
}

const works = async (id: string) =>
  expect((await callApi(id)).result.call).toMatchObject({ status: 200, body: { owner: 'ada' } })

describe('a token that ends soon', () => {
  test('is refreshed, and the rotated refresh token replaces the one before (RFC 9700 §4.14)', async () => {
    const { id } = await connected()
    for (const round of [1, 2, 3]) {
      const before = await stored(id)
      await age(id, round === 2 ? 'ended' : 'due')
      await works(id)
      await expect.poll(async () => (await stored(id)).generation).toBe(before.generation + 1)
      const after = await stored(id)
      expect(after.refresh_token.equals(before.refresh_token)).toBe(false)
      expect(await refreshes()).toHaveLength(round)
    }
    await works(id)
    expect(await refreshes()).toHaveLength(3)
  })

  test('keeps a refresh token that the service does not rotate (RFC 6749 §6)', async () => {
    await oauth.service().set({ rotates: false })
    const { id } = await connected()
    for (let round = 0; round < 2; round += 1) {
      await age(id, 'ended')
      await works(id)
    }
    expect((await connectionOf(id))?.state).toBe('connected')
  })

  test('is refreshed five minutes before its end, or after 80 % of a shorter life', async () => {
    const spareOf = async (id: string) => {
      const { expires_at: end, refresh_at: due } = await stored(id)
      return (end.getTime() - due.getTime()) / 1000
    }
    expect(await spareOf((await connected()).id)).toBeCloseTo(300, 0)
    await oauth.service().set({ life: 100 })
    expect(await spareOf((await connected()).id)).toBeCloseTo(20, 0)
  })

  test('is refreshed if the service answers with scopes that cannot be stored', async () => {
    const { id } = await connected()
    const { generation, scope } = await stored(id)
    await oauth.service().set({ scope: 'a\u0000' })
    await age(id, 'ended')
    await works(id)
    expect(await stored(id)).toMatchObject({ generation: generation + 1, scope })
  })

  test('is used to its end while the service is away, and after that the run fails', async () => {
    const { id } = await connected()
    await oauth.service().set({ isDown: true })
    await age(id, 'due')
    await works(id)
    await age(id, 'ended')
    expect(await refusalOf(id)).toContain('503')
    expect(await connectionOf(id)).toMatchObject({
      state: 'connected',
      reason: expect.stringContaining('503'),
    })
    await oauth.service().set({ isDown: false })
    await age(id, 'ended')
    await works(id)
    expect(await connectionOf(id)).toMatchObject({ state: 'connected', reason: null })
  })

  test('without a refresh token asks to be connected again', async () => {
    const { id } = await connected({ scope: 'openid contacts' })
    expect(await connectionOf(id)).toMatchObject({ state: 'connected', renews: false })
    await age(id, 'due')
    await works(id)
    await age(id, 'ended')
    expect(await refusalOf(id)).toContain('no refresh token')
    expect(await connectionOf(id)).toMatchObject({ state: 'reconnect' })
    expect(await refreshes()).toEqual([])
  })
})

describe('a refresh that the service refuses', () => {
  /** Puts the refresh token from before the last rotation back, as a restored backup does. */
  async function reuse(id: string): Promise<void> {
    const { refresh_token: old } = await stored(id)
    await age(id, 'ended')
    await works(id)
    await withPlatform((db) =>
      db.query('update credential_connection set refresh_token = $2 where credential_id = $1', [
        id,
        old,
      ]),
    )
    await age(id, 'ended')
    await oauth.service().forget()
  }

  test('marks the credential once, with the reason, and is not repeated (RFC 9700 §4.14.2: reuse)', async () => {
    const { id } = await connected()
    await reuse(id)
    for (let count = 0; count < 3; count += 1) {
      expect(await refusalOf(id)).toContain('refused (invalid_grant)')
    }
    expect(await refreshes()).toHaveLength(1)
    expect(await connectionOf(id)).toMatchObject({
      state: 'reconnect',
      reason: expect.stringContaining('Connect the credential again'),
    })
  })

  test('is over when a person connects it again', async () => {
    const { id } = await connected()
    await reuse(id)
    await refusalOf(id)
    const { credential } = await oauth.finish(id, await begin(id))
    expect(credential.connection).toMatchObject({ state: 'connected', reason: null })
    await works(id)
  })
})

describe('typed tokens', () => {
  test('an access token is sent as it is, and never refreshed', async () => {
    const { id } = await create({ accessToken: 'typed-token' })
    expect(await refusalOf(id)).toContain('401')
    expect(await oauth.service().calls()).toEqual([])
    expect(await connectionOf(id)).toBeUndefined()
  })

  test('a refresh token is exchanged when it is first used', async () => {
    const { handle, query, callback } = await begin((await create()).id)
    const answer = await fetch(`${oauth.address()}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('plinth:a+secret+of+a+test')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URLSearchParams(query).get('code') ?? '',
        redirect_uri: callback,
        code_verifier: deriveFromHandle(handle).verifier,
      }),
    })
    const { refresh_token: refreshToken } = (await answer.json()) as { refresh_token: string }
    const { id } = await create({ refreshToken, authorizationUrl: '' })
    await works(id)
    // The typed one is spent: signing in again uses the one that replaced it.
    await age(id, 'ended')
    await oauth.place().client.call(connectCredential, { params: oauth.paramsOf(id) })
    await works(id)
    expect(await connectionOf(id)).toMatchObject({ state: 'connected', reason: null })
    expect(await refreshes()).toHaveLength(2)
  })
})

describe('several processes', () => {
  async function startAsking(
    credential: { id: string; environment: { id: string } },
    times: number,
  ) {
    const { databaseUrl, dataDir, outside } = testServer()
    const options: AskOptions = {
      databaseUrl,
      dataDir,
      allowed: [`127.0.0.1:${outside.oauthRefresh}`],
      place: {
        projectId: oauth.place().projectId,
        environmentId: credential.environment.id,
        credentialId: credential.id,
      },
      times,
    }
    const program = join(import.meta.dirname, 'testing/ask-for-tokens.ts')
    const child = fork(program, [JSON.stringify(options)], { execArgv: [], stdio: 'ignore' })
    await once(child, 'message')
    return child
  }

  async function ask(child: ChildProcess): Promise<string[]> {
    const answer = once(child, 'message')
    child.send('go')
    return (await answer)[0] as string[]
  }

  test.each(['ended', 'due'] as const)(
    'make one call for 100 requests of a token that is %s',
    async (what) => {
      const credential = await connected()
      const children = await Promise.all([25, 25, 25, 25].map((n) => startAsking(credential, n)))
      await oauth.service().set({ isSlow: true })
      await age(credential.id, what)
      const tokens = (await Promise.all(children.map(ask))).flat()
      expect(tokens).toHaveLength(100)
      // A token that is only due is still good for those that do not refresh it.
      expect(new Set(tokens).size).toBeLessThanOrEqual(what === 'ended' ? 1 : 2)
      expect(tokens.filter((token) => !/^[\w-]{20,}$/.test(token))).toEqual([])
      expect(await refreshes()).toHaveLength(1)
    },
  )

  test.each([
    { rotates: false, state: 'connected' },
    { rotates: true, state: 'reconnect' },
  ])(
    'kill -9 between answer and commit: rotation $rotates leaves it $state',
    async ({ rotates, state }) => {
      await oauth.service().set({ rotates })
      const credential = await connected()
      const { id } = credential
      const child = await startAsking(credential, 1)
      await oauth.service().set({ holdsAnswers: true })
      await age(id, 'ended')
      child.send('go')
      await expect
        .poll(async () => (await oauth.service().calls()).map(({ path }) => path))
        .toContain('held')
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await oauth.service().set({ holdsAnswers: false })
      // The lease of the dead process ends after 30 seconds.
      await age(id, 'ended')
      if (state === 'connected') await works(id)
      else expect(await refusalOf(id)).toContain('invalid_grant')
      expect(await connectionOf(id)).toMatchObject({ state })
    },
  )
})
