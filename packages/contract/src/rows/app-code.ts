import * as z from 'zod'
import { Email } from '../people/person.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { AppEnvironmentQuery, AppSession } from './app-user.ts'

export const CODE_MINUTES = 10
export const MAX_CODE_TRIES = 5
export const MAX_REDIRECT_LENGTH = 2000

const params = z.strictObject({ table: z.string().min(1).max(64) })
const query = AppEnvironmentQuery
const Token = z.string().min(1).max(256)

export const askUserCode = endpoint({
  name: 'askUserCode',
  summary:
    'Mail a code and a link to sign in; the response never reveals whether the address exists',
  method: 'POST',
  path: '/api/auth/{table}/code',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({
    email: Email,
    /** The listed page that the link leads to after it was confirmed. */
    redirect: z.string().min(1).max(MAX_REDIRECT_LENGTH).optional(),
  }),
  answer: Done,
})

export const confirmUserCode = endpoint({
  name: 'confirmUserCode',
  summary: 'Sign an app user in with a mailed code, or with the ticket of a confirmed link',
  method: 'POST',
  path: '/api/auth/{table}/code/confirm',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.union([
    z.strictObject({ email: StorableText.min(1).max(254), code: z.string().min(1).max(32) }),
    z.strictObject({ ticket: Token }),
  ]),
  answer: AppSession,
})

/** What a mailed link asks its recipient to confirm. */
export const UserLink = z.object({
  /** The name of the project. */
  app: z.string(),
  email: z.string(),
  /** The page that confirming leads to; null: the code of the mail must be used instead. */
  leadsTo: z.string().nullable(),
})
export type UserLink = z.infer<typeof UserLink>

export const openUserLink = endpoint({
  name: 'openUserLink',
  summary: 'What a mailed link of an app user would sign in to; signs nobody in',
  method: 'POST',
  path: '/api/user-link/open',
  access: 'public',
  body: z.strictObject({ token: Token }),
  answer: UserLink,
})

export const confirmUserLink = endpoint({
  name: 'confirmUserLink',
  summary: 'Confirm a mailed link of an app user, which works once; the app gets a ticket',
  method: 'POST',
  path: '/api/user-link/confirm',
  access: 'public',
  body: z.strictObject({ token: Token }),
  answer: z.object({ redirect: z.string() }),
})
