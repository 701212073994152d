import type * as z from 'zod'
import { StorableText } from '../protocol/text.ts'

export const MAX_MAIL_SUBJECT = 200
export const MAX_MAIL_TEXT = 5000
/** How long a mailed link to verify an address or to reset a password works. */
export const LINK_MINUTES = 30

/** The mails to users of an Auth table: to sign in, to verify an address, to reset a password. */
export const APP_MAIL_KINDS = ['code', 'verify', 'reset'] as const
export type AppMailKind = (typeof APP_MAIL_KINDS)[number]

type Placeholder = 'code' | 'link' | 'app' | 'email'

interface MailPart {
  /** In the order in which messages name them. */
  readonly allowed: readonly Placeholder[]
  /** Groups of which a text needs one each. */
  readonly needed: readonly (readonly Placeholder[])[]
}

const ALL = ['code', 'link', 'app', 'email'] as const

/** What each mail may name. A subject is logged by mail servers, so it never has the key to an account. */
export const APP_MAIL_PARTS: Readonly<
  Record<AppMailKind, { readonly subject: MailPart; readonly text: MailPart }>
> = {
  code: {
    subject: { allowed: ALL, needed: [] },
    text: { allowed: ALL, needed: [['code'], ['link']] },
  },
  verify: {
    subject: { allowed: ['app', 'email'], needed: [] },
    text: { allowed: ALL, needed: [['code', 'link']] },
  },
  reset: {
    subject: { allowed: ['app', 'email'], needed: [] },
    text: { allowed: ALL, needed: [['code', 'link']] },
  },
}

export interface AppMailWords {
  readonly subject: string
  readonly text: string
}

const linkMail = (reason: string, ignore: string): string =>
  [
    reason,
    '',
    `Open this link within ${LINK_MINUTES} minutes; it works once:`,
    '{link}',
    '',
    'Or give the app this code: {code}',
    '',
    ignore,
  ].join('\n')

/** The mails until the project writes its own. */
export const DEFAULT_APP_MAILS: Readonly<Record<AppMailKind, AppMailWords>> = {
  code: {
    subject: 'Your code to sign in',
    text: [
      'Your code is {code}. It works once and for 10 minutes.',
      '',
      'Or open this link and confirm:',
      '{link}',
      '',
      'If it was not you, ignore this mail.',
    ].join('\n'),
  },
  verify: {
    subject: 'Confirm your email address',
    text: linkMail(
      'This address was given for a new account.',
      'If it was not you, ignore this mail.',
    ),
  },
  reset: {
    subject: 'Choose a new password',
    text: linkMail(
      'Somebody, probably you, asked for a new password.',
      'If it was not you, ignore this mail: nothing changes.',
    ),
  },
}

/** Such as `{code}, {link} or {app}`. */
function listNames(names: readonly string[]): string {
  const written = names.map((name) => `{${name}}`)
  return [written.slice(0, -1).join(', '), ...written.slice(-1)].filter(Boolean).join(' or ')
}

/** What a subject or a text lacks or has too much, as the end of a sentence that begins with its name. */
function problemsOf(text: string, { allowed, needed }: MailPart): string[] {
  const used = new Set([...text.matchAll(/\{([\p{L}\p{N}_.-]+)\}/gu)].map(([, name = '']) => name))
  const unknown = [...used].find((name) => !allowed.includes(name as Placeholder))
  const missing = needed.filter((names) => !names.some((name) => used.has(name)))
  return [
    ...missing.map((names) =>
      names.length === 1
        ? `needs {${names[0]}}, which becomes the ${names[0]}`
        : `needs ${listNames(names)}`,
    ),
    ...(unknown === undefined
      ? []
      : [`has {${unknown}}, which is not known here. Use ${listNames(allowed)}`]),
  ]
}

const checkedBy =
  (part: MailPart) =>
  (text: string, { addIssue }: z.RefinementCtx) => {
    for (const message of problemsOf(text, part)) addIssue({ code: 'custom', message })
  }

export const mailSubjectOf = (kind: AppMailKind): z.ZodType<string, string> =>
  StorableText.trim()
    .min(1, 'is required')
    .max(MAX_MAIL_SUBJECT, `is too long: at most ${MAX_MAIL_SUBJECT} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .superRefine(checkedBy(APP_MAIL_PARTS[kind].subject))

export const mailTextOf = (kind: AppMailKind): z.ZodType<string, string> =>
  StorableText.trim()
    .max(MAX_MAIL_TEXT, `is too long: at most ${MAX_MAIL_TEXT} characters`)
    .superRefine(checkedBy(APP_MAIL_PARTS[kind].text))

export interface AppMailValues {
  readonly code: string
  readonly link: string
  /** The name of the project. */
  readonly app: string
  /** The address of the recipient. */
  readonly email: string
  /** The host of the installation. */
  readonly host: string
}

const toLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/**
 * The mail as it is sent, as plain text. Each placeholder is replaced once, and what a value contains stays as it is.
 * The last line is always ours: the recipient sees which project sent the mail, and from where.
 */
export function renderAppMail(
  kind: AppMailKind,
  words: AppMailWords,
  values: AppMailValues,
): AppMailWords {
  const app = toLine(values.app)
  const filled = { ...values, app }
  const fill = (text: string, { allowed }: MailPart) =>
    text.replace(/\{(code|link|app|email)\}/g, (whole, name: Placeholder) =>
      allowed.includes(name) ? filled[name] : whole,
    )
  const { subject, text } = APP_MAIL_PARTS[kind]
  const lastLine = `This mail was sent by the project “${app}” on ${values.host}.`
  return {
    subject: toLine(fill(words.subject, subject)),
    text: `${fill(words.text, text)}\n\n${lastLine}`,
  }
}
