import * as z from 'zod'
import { ProviderShape, SsoName } from '../people/provider-shape.ts'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, EnvironmentId, ProjectId, SchemaId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

/** Identity providers of one Auth table in one environment. */
export const MAX_APP_PROVIDERS = 20

/** The name in the calls of apps, such as `google`. */
export const AppProviderName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a short name such as google, in lower case')

/** How a provider is reached and what its answers mean. */
export const AppProviderSettings = ProviderShape.omit({ name: true }).extend({
  /** A first sign-in also creates an account, if the create rule allows it to guests. */
  createsAccounts: z.boolean(),
})
export type AppProviderSettings = z.infer<typeof AppProviderSettings>

const place = { environmentId: EnvironmentId, tableId: SchemaId }

/** An identity provider of an Auth table in one environment; its secret is never returned. */
export const AppProvider = AppProviderSettings.extend({
  ...place,
  environment: z.enum(ENVIRONMENT_NAMES),
  table: z.string(),
  name: AppProviderName,
  /** Shown on the button of the app. */
  label: z.string(),
  /** The redirect address to register with the provider; each provider has its own. */
  callback: z.string(),
  revision: z.number().int(),
})
export type AppProvider = z.infer<typeof AppProvider>

const params = z.strictObject({ projectId: ProjectId })
const path = '/api/project/{projectId}/app-provider'

export const listAppProviders = endpoint({
  name: 'listAppProviders',
  summary: 'The identity providers of the Auth tables, per environment, without their secrets',
  method: 'GET',
  path,
  access: 'project:developer',
  params,
  answer: z.object({
    data: z.array(AppProvider),
    /** Begins the redirect address of each provider: its environment, table and name follow. */
    callbackBase: z.string(),
  }),
})

export const saveAppProvider = endpoint({
  name: 'saveAppProvider',
  summary: 'Set an identity provider of an Auth table in an environment; it must answer',
  method: 'PUT',
  path,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({
    ...place,
    name: AppProviderName,
    label: SsoName,
    ...AppProviderSettings.shape,
    /** Left out, the stored one stays; another issuer or client needs its own. */
    clientSecret: StorableText.min(1, 'is required').max(1000).optional(),
  }),
  answer: z.object({ data: AppProvider }),
})

export const deleteAppProvider = endpoint({
  name: 'deleteAppProvider',
  summary: 'Remove an identity provider of an Auth table; accounts and open sessions stay',
  method: 'DELETE',
  path,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({ ...place, name: AppProviderName }),
  answer: Done,
})
