import {
  connectCredential,
  finishConnection,
  listAudit,
  listCredentials,
  updateCredential,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { signInAtProvider } from '../../../accounts/sso/testing/provider.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  withPlatform,
} from '../../../app/testing/people.ts'
import { readRunEverywhere } from '../../../app/testing/read-run-everywhere.ts'
import { storedConnection as stored, useOauth } from './testing/oauth-place.ts'

const oauth = useOauth('oauth')
const { create, paramsOf, begin, finish, connected, callApi } = oauth

describe('connecting a credential', () => {
  test('asks with PKCE S256 and keeps no secret of the request', async () => {
    const { id } = await create()
    const { url, handle } = await oauth.place().client.call(connectCredential, {
      params: paramsOf(id),
    })
    const asked = new URL(url ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'plinth',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email offline_access',
      redirect_uri: expect.stringMatching(/\/oauth\/callback\/[\w-]{43}$/),
    })
    const { rows } = await withPlatform((db) =>
      db.query('select row_to_json(a)::text as row from credential_authorization a'),
    )
    const text = rows.map(({ row }) => row).join()
    for (const secret of [handle, asked.get('state')]) expect(text).not.toContain(secret)
  })

  test('connects, shows the account, its scopes and its end, and signs requests of runs', async () => {
    const credential = await connected()
    expect(credential.connection).toMatchObject({
      grant: 'authorization_code',
      state: 'connected',
      account: 'ada@service.test',
      connected_by: expect.any(String),
      connected_at: expect.any(String),
      expires_at: expect.any(String),
      renews: true,
      scope: expect.stringContaining('email'),
      reason: null,
    })
    const { result } = await callApi(credential.id)
    expect(result.call).toMatchObject({ status: 200, body: { owner: 'ada' } })
  })

  test('seals the tokens and returns them nowhere (R17)', async () => {
    const credential = await connected()
    const row = await stored(credential.id)
    const [call] = (await oauth.service().calls()).filter(({ grant }) => grant !== '')
    expect(call).toMatchObject({ grant: 'authorization_code', authorization: true })
    expect(row.access_token.length).toBeGreaterThan(60)
    const { result, runId } = await callApi(credential.id)
    expect(result.call).toMatchObject({ status: 200, body: { owner: 'ada', echo: '•••' } })
    const { client, projectId } = oauth.place()
    const list = await client.call(listCredentials, { params: { projectId } })
    const audit = await client.call(listAudit, {
      params: { projectId },
      query: { area: 'credential' },
    })
    expect(audit.entries[0]).toMatchObject({ action: 'connected', environment: 'dev' })
    const ran = await readRunEverywhere(oauth.place().owner, { projectId, runId, from: 'call' })
    const everywhere = JSON.stringify([list, audit, ran])
    expect(everywhere).not.toContain('a secret of a test')
    expect(everywhere).not.toMatch(/Bearer [\w-]{20}/)
  })

  test('is possible again, also for another account', async () => {
    const { id } = await connected()
    const { credential } = await finish(id, await begin(id, 'grace'))
    expect(credential.connection).toMatchObject({ account: 'grace@service.test' })
    expect((await callApi(id)).result.call).toMatchObject({ body: { owner: 'grace' } })
  })

  test('sends the secret in the body for a client that is registered so', async () => {
    await connected({ clientId: 'by-body', clientAuthentication: 'body' })
    const [call] = await oauth.service().calls()
    expect(call).toMatchObject({ authorization: false })
    expect(call?.body).toContain('client_secret=')
  })

  test('keeps parameters of the authorization address', async () => {
    const { id } = await create({ authorizationUrl: `${oauth.address()}/auth?prompt=login` })
    expect((await begin(id)).url).toContain('prompt=login')
  })
})

describe('an answer of the service', () => {
  const bodyOf = ({ handle, query, path }: Awaited<ReturnType<typeof begin>>) => ({
    handle,
    query,
    path,
  })
  const refused = async (ending: Promise<unknown>, message: string) =>
    expect(await expectApiError(ending)).toMatchObject({
      status: 409,
      message: expect.stringContaining(message),
    })

  test('counts once (RFC 9700 §2.1.1: code replay)', async () => {
    const { id } = await create()
    const answer = await begin(id)
    await finish(id, answer)
    await refused(finish(id, answer), 'has ended')
  })

  test('is refused without the handle of the browser (RFC 9700 §4.7: CSRF)', async () => {
    const { id } = await create()
    const [mine, theirs] = [await begin(id), await begin(id)]
    await refused(finish(id, { ...mine, handle: 'another' }), 'not started')
    expect(await expectApiError(finish(id, { ...mine, query: theirs.query }))).toMatchObject({
      message: expect.stringContaining('not valid'),
    })
    expect(await stored(id)).toBeUndefined()
  })

  test('is refused for another person of the project (RFC 9700 §4.5: code injection)', async () => {
    const { id } = await create()
    const answer = await begin(id)
    const other = await newStaff()
    await join(other, { projectId: oauth.place().projectId, role: 'owner' })
    await refused(
      other.client.call(finishConnection, {
        params: paramsOf(id),
        body: bodyOf(answer),
      }),
      'not started',
    )
    await finish(id, answer)
  })

  test('is refused for another credential, and for one of another project (R1)', async () => {
    const [one, two] = [await create(), await create()]
    const answer = await begin(one.id)
    await refused(finish(two.id, answer), 'not started')
    const owner = await newStaff()
    const params = { projectId: await newProject(owner), id: one.id }
    const body = bodyOf(answer)
    const calls = [
      () => owner.client.call(finishConnection, { params, body }),
      () => owner.client.call(connectCredential, { params }),
    ]
    for (const call of calls) expect((await expectApiError(call())).status).toBe(404)
  })

  test('is refused after ten minutes', async () => {
    const { id } = await create()
    const answer = await begin(id)
    await withPlatform((db) =>
      db.query(
        `update credential_authorization set expires_at = expires_at - interval '10 minutes'
         where credential_id = $1`,
        [id],
      ),
    )
    await refused(finish(id, answer), 'took too long')
  })

  test('is refused if the token endpoint was changed meanwhile (RFC 9700 §4.4: mix-up)', async () => {
    const credential = await create()
    const { id, name, data } = credential
    const answer = await begin(id)
    await oauth.place().client.call(updateCredential, {
      params: paramsOf(id),
      body: {
        name,
        type: 'oauth2',
        data: { ...data, tokenUrl: `${oauth.address()}/elsewhere` } as never,
      },
    })
    await refused(finish(id, answer), 'changed meanwhile')
    expect(await oauth.service().calls()).toEqual([])
  })

  test('is refused at the page of another client (RFC 9700 §4.4: mix-up)', async () => {
    const honest = await create()
    const tokenUrl = `${oauth.address()}/token/elsewhere`
    const other = await create({ tokenUrl })
    const paths = [honest, other].map(({ connection }) => connection?.redirect_path)
    const mine = await oauth.place().client.call(connectCredential, { params: paramsOf(other.id) })
    const theirs = await oauth.place().client.call(connectCredential, {
      params: paramsOf(honest.id),
    })
    // The authorization endpoint of the other client sends the person on to the honest service.
    const url = new URL(theirs.url ?? '')
    url.searchParams.set('state', new URL(mine.url ?? '').searchParams.get('state') ?? '')
    const callback = url.searchParams.get('redirect_uri') ?? ''
    const query = await signInAtProvider(url.href, { login: 'ada', callback })
    const path = new URL(callback).pathname
    expect(paths).toEqual([path, expect.not.stringContaining(path)])
    const answer = { handle: mine.handle ?? '', query, path }
    await refused(finish(other.id, answer), 'redirect URI of another client')
    expect(await oauth.service().calls()).toEqual([])
    expect(await stored(other.id)).toBeUndefined()
    await refused(finish(other.id, { ...answer, path: paths[1] ?? '' }), 'has ended')
  })

  test.each(['', '/oauth/callback', 'with a slash'])('is refused at the page "%s"', async (at) => {
    const { id } = await create()
    const answer = await begin(id)
    const path = at === 'with a slash' ? `${answer.path}/` : at
    await refused(finish(id, { ...answer, path }), 'redirect URI of another client')
    expect(await oauth.service().calls()).toEqual([])
  })

  test.each([
    ['another issuer than the one of the settings', { issuer: 'https://service.example' }, ''],
    ['an issuer on another host', {}, 'https://evil.example'],
  ])('is refused from %s (RFC 9207 §2.4)', async (_name, more, iss) => {
    const { id } = await create(more)
    const answer = await begin(id)
    const answered = new URLSearchParams(answer.query)
    if (iss !== '') answered.set('iss', iss)
    const error = await expectApiError(finish(id, { ...answer, query: `?${answered}` }))
    expect(error.message).toContain('not valid')
    expect(await oauth.service().calls()).toEqual([])
  })

  test('is refused without an issuer if the settings have one', async () => {
    const { id } = await create({ issuer: oauth.address() })
    const answer = await begin(id)
    const answered = new URLSearchParams(answer.query)
    answered.delete('iss')
    const error = await expectApiError(finish(id, { ...answer, query: `?${answered}` }))
    expect(error.message).toContain('not valid')
  })

  test('is accepted from the issuer of the settings', async () => {
    const credential = await connected({ issuer: oauth.address() })
    expect(credential.connection?.state).toBe('connected')
  })

  test('that denies the access says so', async () => {
    const { id } = await create()
    const answer = await begin(id, 'deny')
    await refused(finish(id, answer), 'refused (access_denied)')
  })

  test('with a wrong secret of the client says what to check', async () => {
    const { id } = await create({ clientSecret: 'wrong' })
    const answer = await begin(id)
    await refused(finish(id, answer), 'refused (invalid_client). Check the client id')
  })
})
