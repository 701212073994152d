import { OAUTH_SERVICES, type OauthService } from '@plinth/contract'
import type { CredentialData } from '../credential-data.ts'

export const serviceOf = ({ service }: CredentialData): OauthService | undefined =>
  OAUTH_SERVICES.find(({ id }) => id === service)

/** The scopes in a text; some services separate them by commas. */
export const scopesIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/[\s,]+/).filter((scope) => scope !== '') : []

/** The data for another service: its addresses, hosts and first scopes. The client stays. */
export function applyService(data: CredentialData, id: string): CredentialData {
  const service = OAUTH_SERVICES.find((one) => one.id === id)
  if (!service) return { ...data, service: '' }
  const first = service.scopes.filter(({ isStart }) => isStart).map(({ name }) => name)
  return {
    ...data,
    service: id,
    hosts: [...service.hosts],
    tokenUrl: service.tokenUrl,
    authorizationUrl: service.authorizationUrl,
    revocationUrl: service.revocationUrl,
    issuer: '',
    clientAuthentication: service.clientAuthentication,
    scope: first.join(service.separator),
  }
}

/** Adds or removes one scope; others stay in their order. */
export function toggleScope(data: CredentialData, name: string): CredentialData {
  const now = scopesIn(data.scope)
  const next = now.includes(name) ? now.filter((one) => one !== name) : [...now, name]
  return { ...data, scope: next.join(serviceOf(data)?.separator ?? ' ') }
}

/** Replaces the scopes that the catalogue does not list. */
export function setOtherScopes(data: CredentialData, text: string): CredentialData {
  const service = serviceOf(data)
  const listed = new Set(service?.scopes.map(({ name }) => name))
  const chosen = scopesIn(data.scope).filter((name) => listed.has(name))
  const others = scopesIn(text).filter((name) => !listed.has(name))
  return { ...data, scope: [...chosen, ...others].join(service?.separator ?? ' ') }
}
