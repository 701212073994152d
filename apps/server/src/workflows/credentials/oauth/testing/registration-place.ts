import { listCredentials, registerClient } from '@plinth/contract'
import { useOauth } from './oauth-place.ts'

const EMPTY = {
  tokenUrl: '',
  authorizationUrl: '',
  revocationUrl: '',
  clientId: '',
  clientSecret: '',
}

/** Fixture: credentials without a client, and their registration. Each file has its own port. */
export function useRegistration(port: 'oauthRegister' | 'oauthRefused') {
  const oauth = useOauth(port)
  const { address, create, paramsOf, place, service } = oauth
  const unregistered = (more: object = {}) => create({ ...EMPTY, ...more })
  const register = (id: string, issuer = address()) =>
    place().client.call(registerClient, { params: paramsOf(id), body: { issuer } })
  /** The registrations that the service was asked for. */
  const registrations = async () =>
    (await service().calls())
      .filter(({ path }) => path === '/reg')
      .map(({ body }) => JSON.parse(body))
  const dataOf = async (id: string) => {
    const { client, projectId } = place()
    const { credentials } = await client.call(listCredentials, { params: { projectId } })
    return credentials.find((one) => one.id === id)?.data
  }
  return { ...oauth, unregistered, register, registrations, dataOf }
}
