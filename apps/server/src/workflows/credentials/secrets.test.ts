import { randomUUID } from 'node:crypto'
import { type CredentialType, FINGERPRINT } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { openFor, credentialPlace as place } from '../../app/testing/credential-place.ts'
import { expectApiError, withPlatform } from '../../app/testing/people.ts'

const baseUrl = 'https://api.openai.com/v1'

describe('secrets', () => {
  test('replaces every text but public fields by a fingerprint, at any depth; runs get the original', async () => {
    const { projectId, create } = await place()
    const data = {
      baseUrl,
      apiKey: 'k1',
      extra: { list: ['a', { 'x/y~z': 'b' }], empty: '', n: 1 },
    }
    const made = await create({ data })
    const print = expect.stringMatching(FINGERPRINT)
    expect(made.data).toEqual({
      baseUrl,
      apiKey: print,
      extra: { list: [print, { 'x/y~z': print }], empty: '', n: 1 },
    })
    expect(await openFor(projectId, made)).toEqual({
      id: made.id,
      name: 'Key',
      type: 'api-credential',
      data,
      hosts: ['api.openai.com'],
      revision: 1,
    })
  })

  test('gives equal fingerprints to equal secrets of one type and field, within one project only', async () => {
    const [here, elsewhere] = [await place(), await place()]
    const of = async (
      where: typeof here,
      body: { name: string; type?: CredentialType; data: object },
    ) => Object.values((await where.create(body)).data).at(-1)
    const first = await of(here, { name: 'a', data: { apiKey: 'same' } })
    expect(await of(here, { name: 'b', data: { apiKey: 'same' } })).toBe(first)
    const others = [
      await of(here, { name: 'c', data: { apiKey: 'other' } }),
      await of(here, { name: 'd', data: { another: 'same' } }),
      await of(here, { name: 'e', type: 'sendgrid', data: { apiKey: 'same' } }),
      await of(elsewhere, { name: 'a', data: { apiKey: 'same' } }),
    ]
    expect(new Set([first, ...others]).size).toBe(5)
  })

  test('keeps a secret whose fingerprint is unchanged, replaces it by a new text, deletes an omitted one', async () => {
    const { projectId, create, update } = await place()
    const made = await create({ data: { baseUrl, apiKey: 'k1', second: 's1' } })
    const saved = await update(made.id, { data: { ...made.data, second: 's2' } })
    expect(saved.data.apiKey).toBe(made.data.apiKey)
    expect(saved.data.second).not.toBe(made.data.second)
    expect((await openFor(projectId, saved))?.data).toEqual({ baseUrl, apiKey: 'k1', second: 's2' })
    const less = await update(made.id, { data: { baseUrl, second: saved.data.second } })
    expect((await openFor(projectId, less))?.data).toEqual({ baseUrl, second: 's2' })
  })

  test.each([
    { name: 'moved to another field', data: (print: string) => ({ second: print }) },
    { name: 'of another credential', data: () => ({ apiKey: `fingerprint:${'A'.repeat(22)}` }) },
  ])('rejects a fingerprint $name', async ({ data }) => {
    const { create, update } = await place()
    const made = await create({ data: { baseUrl, apiKey: 'k1' } })
    const refusal = await expectApiError(update(made.id, { data: data(String(made.data.apiKey)) }))
    expect(refusal).toMatchObject({ status: 422 })
    expect(refusal.message).toContain('fingerprint of another value')
  })

  test.each([
    { name: 'another host', data: { baseUrl: 'https://evil.example.com' }, kept: false },
    { name: 'a host added', data: { baseUrl, hosts: ['evil.example.com'] }, kept: false },
    { name: 'no host', data: {}, kept: true },
    { name: 'another path', data: { baseUrl: 'https://api.openai.com/v2' }, kept: true },
    {
      name: 'the same host spelled otherwise',
      data: { baseUrl: 'HTTPS://API.OpenAI.com./' },
      kept: true,
    },
  ])('$name: keeps the secret: $kept (R18)', async ({ data, kept }) => {
    const { projectId, create, update } = await place()
    const made = await create({ data: { baseUrl, apiKey: 'k1' } })
    const saved = await update(made.id, { data: { ...data, apiKey: made.data.apiKey } })
    expect(saved.data.apiKey).toBe(kept ? made.data.apiKey : '')
    expect((await openFor(projectId, saved))?.data.apiKey).toBe(kept ? 'k1' : '')
  })

  test('clears secrets when the type changes', async () => {
    const { create, update } = await place()
    const made = await create({ data: { baseUrl, apiKey: 'k1' } })
    expect((await update(made.id, { type: 'sendgrid', data: made.data })).data.apiKey).toBe('')
  })

  test.each(['api-key', 'basic-auth', 'oauth2', 'jwt', 'aws', 'custom'] as const)(
    '%s stores no secret without a list of hosts',
    async (type) => {
      const { projectId, create, update } = await place()
      const refusal = await expectApiError(create({ type, data: { key: 'k' } }))
      expect(refusal.details).toMatchObject([{ path: 'data.hosts' }])
      const empty = await create({ type, data: {} })
      expect(empty.data).toEqual({})
      const data = { hosts: ['API.example.com:8443', 'b.example.com'], key: 'k' }
      const saved = await update(empty.id, { type, data })
      expect((await openFor(projectId, saved))?.hosts).toEqual(['api.example.com', 'b.example.com'])
    },
  )

  test('decrypts for its own project and environment only (R18)', async () => {
    const [mine, theirs] = [await place(), await place()]
    const made = await mine.create({ data: { baseUrl, apiKey: 'k1' } })
    const other = await theirs.create({ data: { baseUrl } })
    expect(await openFor(theirs.projectId, made)).toBeUndefined()
    expect(
      await openFor(mine.projectId, { id: made.id, environment: other.environment }),
    ).toBeUndefined()
  })

  test('does not decrypt a ciphertext that replaced another (R19)', async () => {
    const { projectId, create } = await place()
    const first = await create({ name: 'first', data: { baseUrl, apiKey: 'k1', second: 's1' } })
    const second = await create({ name: 'second', data: { baseUrl, apiKey: 'k2' } })
    const swap = (from: [string, string], to: [string, string]) =>
      withPlatform((db) =>
        db.query(
          `update credential_secret set sealed = (select sealed from credential_secret
             where credential_id = $1 and field = $2) where credential_id = $3 and field = $4`,
          [...from, ...to],
        ),
      )
    await swap([second.id, '/apiKey'], [first.id, '/apiKey'])
    await expect(openFor(projectId, first)).rejects.toThrow()
    const third = await create({ name: 'third', data: { baseUrl, apiKey: 'k3', second: 's3' } })
    await swap([third.id, '/second'], [third.id, '/apiKey'])
    await expect(openFor(projectId, third)).rejects.toThrow()
  })

  test('answers a stale save with both versions but no secret (R17)', async () => {
    const { create, update } = await place()
    const canary = `canary-${randomUUID()}`
    const made = await create({ data: { baseUrl, apiKey: 'k1' } })
    const saved = await update(made.id, { data: { ...made.data, region: 'x' } }, 1)
    const refusal = await expectApiError(update(made.id, { data: { apiKey: canary } }, 1))
    expect(refusal).toMatchObject({ code: 'stale', details: { revision: 2, theirs: saved } })
    expect(JSON.stringify(refusal.details)).not.toContain(canary)
  })
})
