import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { EnvironmentId, ProjectId, SchemaId } from '../protocol/ids.ts'
import { MAX_REDIRECT_LENGTH } from './app-code.ts'
import { type AppMailKind, type AppMailWords, mailSubjectOf, mailTextOf } from './app-mail.ts'

export const MAX_REDIRECTS = 20
export const MAX_SESSION_DAYS = 90
/** How many days after a sign-in the session of an app user ends, unless its table says otherwise. */
export const DEFAULT_SESSION_DAYS = 30

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const PAGE = new RegExp(
  `^(?!(file|data|blob|javascript|about):)[a-z][a-z0-9+.-]*://(${LABEL}(\\.${LABEL})*|\\[[0-9a-f:.]+\\])(:[1-9][0-9]{0,4})?/[\\w.~!$&'()+,;=:@%/-]*$`,
)

/** Where a mailed link may lead to: a whole page, which is compared exactly, as another page may forward its visitors. */
export const RedirectPage = z
  .string()
  .overwrite((text) => text.trim().replace(/^([^/]+:\/\/[^/?#]+)$/, '$1/'))
  .max(MAX_REDIRECT_LENGTH, `is too long: at most ${MAX_REDIRECT_LENGTH} characters`)
  .regex(PAGE, 'is not a page such as https://app.example.com/welcome, without a wildcard or query')

const HOST = new RegExp(`^${LABEL}(\\.${LABEL})*$`)

/** The host of passkeys, which WebAuthn calls the relying party id. */
const PasskeyHost = z
  .string()
  .overwrite((text) => text.trim().toLowerCase())
  .max(253, 'is too long: at most 253 characters')
  .regex(HOST, 'is not a host such as example.com, without https:// and port')

/** The fields of the settings that have the words of a mail. */
export const APP_MAIL_FIELDS = {
  code: { subject: 'mailSubject', text: 'mailText' },
  verify: { subject: 'verifySubject', text: 'verifyText' },
  reset: { subject: 'resetSubject', text: 'resetText' },
} as const satisfies Record<AppMailKind, AppMailWords>

/** How users of an Auth table sign in to one environment. */
export const AppSignIn = z.object({
  environmentId: EnvironmentId,
  environment: z.enum(ENVIRONMENT_NAMES),
  tableId: SchemaId,
  table: z.string(),
  /** Users may sign in with a code or link by mail. */
  byCode: z.boolean(),
  /** A code also creates an account, if the create rule allows it to guests. */
  createsAccounts: z.boolean(),
  /** Pages that links may lead to; the first one is the default. */
  redirects: z.array(z.string()),
  /** The mail with a code. */
  mailSubject: z.string(),
  mailText: z.string(),
  /** The mail that verifies an address. */
  verifySubject: z.string(),
  verifyText: z.string(),
  /** The mail that resets a password. */
  resetSubject: z.string(),
  resetText: z.string(),
  sessionDays: z.number().int(),
  /** The host whose pages may use passkeys; null if users cannot sign in with passkeys. */
  passkeyHost: z.string().nullable(),
  /** 0 until the first save. */
  revision: z.number().int(),
})
export type AppSignIn = z.infer<typeof AppSignIn>

/** What the mails of a project have in common, for their preview. */
export const AppMailPlace = z.object({
  /** Null if no mail server is configured. */
  sender: z.string().nullable(),
  /** The address of the installation. */
  baseUrl: z.string(),
  /** Where links to verify an address or to reset a password lead, by the id of the environment. */
  origins: z.record(EnvironmentId, z.string()),
})
export type AppMailPlace = z.infer<typeof AppMailPlace>

const params = z.strictObject({ projectId: ProjectId })
const path = '/api/project/{projectId}/app-sign-in'

export const listAppSignIn = endpoint({
  name: 'listAppSignIn',
  summary: 'How the users of each Auth table sign in, per environment',
  method: 'GET',
  path,
  access: 'project:developer',
  params,
  answer: z.object({ data: z.array(AppSignIn), mails: AppMailPlace }),
})

export const saveAppSignIn = endpoint({
  name: 'saveAppSignIn',
  summary: 'Replace how the users of an Auth table sign in to an environment',
  method: 'PUT',
  path,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({
    environmentId: EnvironmentId,
    tableId: SchemaId,
    byCode: z.boolean(),
    createsAccounts: z.boolean(),
    redirects: z
      .array(RedirectPage)
      .max(MAX_REDIRECTS, `has too many entries: at most ${MAX_REDIRECTS}`),
    mailSubject: mailSubjectOf('code'),
    mailText: mailTextOf('code'),
    // Left out, they stay as they are.
    verifySubject: mailSubjectOf('verify').optional(),
    verifyText: mailTextOf('verify').optional(),
    resetSubject: mailSubjectOf('reset').optional(),
    resetText: mailTextOf('reset').optional(),
    sessionDays: z
      .number()
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(MAX_SESSION_DAYS, `must be at most ${MAX_SESSION_DAYS}`),
    /** Left out, the stored one stays. */
    passkeyHost: PasskeyHost.nullable().optional(),
  }),
  answer: z.object({ data: AppSignIn }),
})
