import type { Row } from '@plinth/contract'
import type { AppUser } from '../foundation/callers/app-session-store.ts'
import type { FoundationContext } from '../foundation/context.ts'
import type { SignInLimit } from './passwords/sign-in-limit.ts'

/** Reads an app user's own row; the rows layer implements it. */
interface AppUserReader {
  read(user: AppUser): Promise<Row>
}

export interface AccountsContext extends FoundationContext {
  signInLimit: SignInLimit
  appUsers: AppUserReader
}
