import { inject } from 'vitest'

/** The product as a test reaches it. */
export interface TestServer {
  address: string
  metricsPort: number
  dataDir: string
  databaseUrl: string
  ingressUrl: string
  adminUrl: string
  smtpPort: number
  /** The only ports of this machine that workflows may reach. */
  outside: Record<
    | 'http'
    | 'smtp'
    | 'postgres'
    | 'mariadb'
    | 'large'
    | 'tried'
    | 'triedMail'
    | 'asked'
    | 'sso'
    | 'appSso'
    | 'appSsoRefusals'
    | 'appSsoSettings'
    | 'appSsoStaff'
    | 'appSsoRace'
    | 'appSsoPresets'
    | 'oauth'
    | 'oauthTokens'
    | 'oauthRefresh'
    | 'oauthJob'
    | 'oauthTest'
    | 'oauthWarn'
    | 'oauthLost'
    | 'oauthRegister'
    | 'oauthRefused'
    | 'oauthMoved',
    number
  >
  admin: { email: string; password: string }
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer
  }
}

let own: TestServer | undefined

/** The server that all test files share, or the one that this file has started for itself. */
export const testServer = (): TestServer => own ?? inject('server')

export function setOwnServer(server: TestServer): void {
  own = server
}
