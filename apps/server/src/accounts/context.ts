import type { Row } from '@plinth/contract'
import type { AppUser } from '../foundation/callers/app-session-store.ts'
import type { FoundationContext } from '../foundation/context.ts'
import type { RequestTrace } from '../foundation/http/calls/request-trace.ts'
import type { SignInLimit } from './passwords/sign-in-limit.ts'
import type { DeviceLoginLimit } from './personal-keys/device-login-limit.ts'
import type { SsoLimit } from './sso/sso-limit.ts'

/** Reads an app user's own row and counts the request; the rows layer implements it. */
interface AppUserReader {
  read(user: AppUser, trace: RequestTrace): Promise<Row>
}

export interface AccountsContext extends FoundationContext {
  signInLimit: SignInLimit
  deviceLoginLimit: DeviceLoginLimit
  ssoLimit: SsoLimit
  appUsers: AppUserReader
}
