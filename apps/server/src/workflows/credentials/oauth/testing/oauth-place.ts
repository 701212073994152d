import { randomUUID } from 'node:crypto'
import { connectCredential, createCredential, finishConnection } from '@plinth/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { signInAtProvider } from '../../../../accounts/sso/testing/provider.ts'
import { expectApiError, withPlatform } from '../../../../app/testing/people.ts'
import { runnable, runPlace } from '../../../../app/testing/runnable.ts'
import { testServer } from '../../../../app/testing/test-server.ts'
import { type OauthService, startOauthService } from './oauth-service.ts'

type Place = Awaited<ReturnType<typeof runPlace>>
/** What the page has that a service redirected to. */
export interface Answered {
  handle: string
  query: string
  path: string
}

type Port =
  | 'oauth'
  | 'oauthTokens'
  | 'oauthRefresh'
  | 'oauthJob'
  | 'oauthWarn'
  | 'oauthLost'
  | 'oauthRegister'
  | 'oauthRefused'

export const storedConnection = (id: string) =>
  withPlatform(async (db) => {
    const { rows } = await db.query(
      'select * from credential_connection where credential_id = $1',
      [id],
    )
    return rows[0]
  })

/** Makes the token of a credential end, or end soon. The job of the server refreshes only one that ends soon. */
export const ageToken = (id: string, what: 'due' | 'ended') =>
  withPlatform((db) =>
    db.query(
      `update credential_connection set retry_at = null, leased_until = null,
         refresh_at = case when $2 = 'due' then now() - interval '1 second' end,
         expires_at = case when $2 = 'ended' then now() - interval '1 second' else expires_at end
       where credential_id = $1`,
      [id, what],
    ),
  )

/** A real service of the test file, and a project. */
function useService(port: Port) {
  let service: OauthService
  let place: Place
  beforeAll(async () => {
    const ours = new URL(testServer().address)
    const origins = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${ours.port}`)
    service = await startOauthService({ port: testServer().outside[port], origins })
    place = await runPlace()
  })
  beforeEach(async () => {
    await service.set({
      life: 3600,
      rotates: true,
      isDown: false,
      isSlow: false,
      holdsAnswers: false,
      scope: '',
      refreshLife: 0,
      metadata: {},
      registered: {},
      isPlain: false,
    })
    await service.forget()
  })
  afterAll(() => service.stop())
  const address = () => `http://127.0.0.1:${testServer().outside[port]}`
  return { service: () => service, place: () => place, address }
}

/** Fixture: credentials of a project that are connected with a real service. Each file has its own port. */
export function useOauth(port: Port) {
  const { service, place, address } = useService(port)

  const dataFor = (more: object = {}) => ({
    hosts: [],
    tokenUrl: `${address()}/token`,
    authorizationUrl: `${address()}/auth`,
    revocationUrl: `${address()}/token/revocation`,
    clientId: 'plinth',
    clientSecret: 'a secret of a test',
    scope: 'openid email offline_access',
    ...more,
  })

  async function create(more: object = {}) {
    const { client, projectId } = place()
    const body = { name: randomUUID(), type: 'oauth2' as const, data: dataFor(more) as never }
    return (await client.call(createCredential, { params: { projectId }, body })).credential
  }

  const paramsOf = (id: string) => ({ projectId: place().projectId, id })

  /** What a browser has when the service redirects it back. */
  async function begin(id: string, login = 'ada') {
    const { url, handle } = await place().client.call(connectCredential, { params: paramsOf(id) })
    if (url === null || handle === null) throw new Error('Nothing to open')
    const callback = new URL(url).searchParams.get('redirect_uri') ?? ''
    const query = await signInAtProvider(url, { login, callback })
    return { url, handle, query, callback, path: new URL(callback).pathname }
  }

  const finish = (id: string, { handle, query, path }: Answered) =>
    place().client.call(finishConnection, { params: paramsOf(id), body: { handle, query, path } })

  async function connected(more: object = {}) {
    const { id } = await create(more)
    return (await finish(id, await begin(id))).credential
  }

  /** Calls an address with the credential in a run. */
  function callUrl(id: string, url: string) {
    const parameters = { url, authentication: 'oauth2' } as never
    const node = runnable('call', 'http_request', { parameters, credentials: { oauth2: id } })
    return place().execute({ nodes: [node] })
  }
  const callApi = (id: string) => callUrl(id, `${address()}/api/me`)
  /** The message with which a run fails that uses the credential. */
  const refusalOf = async (id: string) => (await expectApiError(callApi(id))).message

  const uses = { callApi, callUrl, refusalOf }
  return { service, place, address, create, paramsOf, begin, finish, connected, ...uses }
}
