/** One scope of a service, as the form offers it. */
interface ServiceScope {
  name: string
  about: string
  /** Chosen when the service is chosen. */
  isStart: boolean
  /** Granted scopes that include this one, such as a broader one or another spelling. */
  includedIn: readonly string[]
  /** Whether the service names it among the granted scopes. */
  isReported: boolean
}

/** Where a service says which account a token is for: a GET that changes nothing. */
interface ServiceTest {
  url: string
  headers?: Readonly<Record<string, string>>
  /** Paths in the answer; the first with a text or a number names the account. */
  account: readonly string[]
  /** Where the answer lists the granted scopes, if the answer of the token endpoint does not. */
  scopes?: { header: string } | { path: string }
}

/** A service that OAuth2 credentials can be connected with. Each address is from a page in `documents`. */
export interface OauthService {
  id: string
  label: string
  documents: readonly string[]
  authorizationUrl: string
  tokenUrl: string
  /** Empty if the service has none that follows RFC 7009. */
  revocationUrl: string
  hosts: readonly string[]
  clientAuthentication: 'basic' | 'body'
  scopes: readonly ServiceScope[]
  separator: ' ' | ','
  /** Removed from the beginning of granted scopes before they are compared. */
  scopePrefix?: string
  /** Life of access tokens whose answer does not name it. */
  lifeSeconds?: number
  /** What else a person must enter. */
  note?: string
  test: ServiceTest
}

type ScopeOptions = Partial<Pick<ServiceScope, 'includedIn' | 'isReported'>>

/** A scope that is chosen from the start. */
export function startScope(name: string, about: string, more: ScopeOptions = {}): ServiceScope {
  return { name, about, isStart: true, includedIn: [], isReported: true, ...more }
}

/** A scope that a person may add. */
export function moreScope(name: string, about: string, more: ScopeOptions = {}): ServiceScope {
  return { ...startScope(name, about, more), isStart: false }
}
