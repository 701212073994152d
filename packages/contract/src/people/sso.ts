import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { SignInCode } from './two-factor.ts'
import { PasskeyAssertion } from './web-authn.ts'

/** How long a sign-in with an identity provider may take. */
export const SSO_MINUTES = 10

/** A page of the console, with at most 512 characters. Addresses of other hosts, such as `//example.com`, do not match. */
export const CONSOLE_PATH = /^\/(?:[\w-][\w./?=&%-]{0,510})?$/

export const ConsolePath = z.string().regex(CONSOLE_PATH, 'is not a page of the console')

export const getSsoOptions = endpoint({
  name: 'getSsoOptions',
  summary: 'The identity provider that the sign-in page offers',
  method: 'GET',
  path: '/api/sso',
  access: 'public',
  answer: z.object({
    provider: z
      .object({
        name: z.string(),
        /** Passwords are for break-glass accounts only. */
        ssoOnly: z.boolean(),
      })
      .nullable(),
  }),
})

export const startSso = endpoint({
  name: 'startSso',
  summary: 'Begin a sign-in with the identity provider',
  method: 'POST',
  path: '/api/sso/start',
  access: 'public',
  status: 201,
  body: z.strictObject({
    /** The page to open after the sign-in. */
    redirect: ConsolePath.default('/home'),
  }),
  answer: z.object({
    /** The address of the provider to open. */
    url: z.string(),
    /** Proves that the browser which began the sign-in also ends it; kept by that browser alone. */
    handle: z.string(),
  }),
})

export const finishSso = endpoint({
  name: 'finishSso',
  summary: "End a sign-in with the provider's answer, or with what it still lacks",
  method: 'POST',
  path: '/api/sso/finish',
  access: 'public',
  body: z.strictObject({
    handle: z.string().min(1).max(128),
    /** The query with which the provider redirected; left out when only a missing field is sent. */
    query: z.string().max(8192).optional(),
    /** Required if two-factor authentication is on; the error for a missing code has this path. */
    code: SignInCode.optional(),
    /** Instead of the code, with the options of `POST /api/sso/passkey`. */
    passkey: PasskeyAssertion.optional(),
    /** Required once to connect an existing account; the error for a missing one has this path. */
    password: z.string().min(1).max(256).optional(),
  }),
  answer: z.object({ token: z.string(), redirect: z.string() }),
})
