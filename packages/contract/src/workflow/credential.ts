import * as z from 'zod'
import { Environment } from '../project/environment.ts'
import { ProductionStatus } from '../project/production-status.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

export const CREDENTIAL_GROUPS = [
  {
    label: 'Social Media & Communication',
    types: [
      'instagram',
      'facebook',
      'twitter',
      'linkedin',
      'slack',
      'discord',
      'email-smtp',
      '2fa',
    ],
  },
  { label: 'Cloud Services', types: ['aws', 'google-cloud', 'azure'] },
  { label: 'Authentication', types: ['oauth2', 'api-key', 'basic-auth', 'jwt'] },
  { label: 'Payment', types: ['stripe', 'paypal'] },
  { label: 'Storage', types: ['s3', 'ftp', 'sftp'] },
  { label: 'Database', types: ['postgres', 'mysql', 'mongodb'] },
  { label: 'Messaging', types: ['twilio', 'sendgrid', 'mailchimp'] },
  { label: 'CRM', types: ['salesforce', 'hubspot'] },
  { label: 'Project Management', types: ['jira', 'asana', 'trello'] },
  { label: 'Generic/Custom', types: ['custom', 'api-credential'] },
] as const
export type CredentialType = (typeof CREDENTIAL_GROUPS)[number]['types'][number]

export const CredentialType = z.enum(
  CREDENTIAL_GROUPS.flatMap((group) => [...group.types]) as [CredentialType, ...CredentialType[]],
)
export const CredentialId = idOf('crd')

/** How long connecting a credential with a service may take. */
export const CONNECT_MINUTES = 10

/** How long before its end a connection is marked and mailed. */
export const CREDENTIAL_WARNING_DAYS = 7

/** How an OAuth2 credential is connected. Tokens are never returned. */
export const CredentialConnection = z.object({
  /** The redirect URI to register at the service, without the origin; null until client id and token endpoint are set. */
  redirect_path: z.string().nullable(),
  /** Who signs in at the service: a person, or the client by itself when it is first used. */
  grant: z.enum(['authorization_code', 'client_credentials']),
  state: z.enum(['none', 'connected', 'reconnect']),
  /** Why it must be connected again, or why the last refresh failed. */
  reason: z.string().nullable(),
  /** The account at the service, if the service names it. */
  account: z.string().nullable(),
  connected_by: z.string().nullable(),
  connected_at: Timestamp.nullable(),
  /** When the access token ends. */
  expires_at: Timestamp.nullable(),
  /** Whether the token is refreshed before it ends. */
  renews: z.boolean(),
  /** The scopes that the service granted, separated by spaces. */
  scope: z.string().nullable(),
  /** When the authorization ends, if the service has said it; when it was lost if the state is `reconnect`. */
  ends_at: Timestamp.nullable(),
  /** Whether that is within the warning time. */
  ends_soon: z.boolean(),
})
export type CredentialConnection = z.infer<typeof CredentialConnection>

export const Credential = z.object({
  id: CredentialId,
  name: z.string(),
  type: CredentialType,
  /** Secrets are replaced by fingerprints; equal secrets have equal fingerprints. */
  data: z.record(z.string(), z.json()),
  created_at: Timestamp,
  environment: Environment,
  status: ProductionStatus,
  revision: z.number().int(),
  /** For OAuth2 credentials without a token of their own. */
  connection: CredentialConnection.optional(),
})
export type Credential = z.infer<typeof Credential>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, id: CredentialId })
const body = z.strictObject({
  name: StorableText.trim().min(1, 'is required').max(120, 'is too long: at most 120 characters'),
  type: CredentialType,
  data: z.record(z.string(), z.json()),
})
const answer = z.object({ credential: Credential })

export const listCredentials = endpoint({
  name: 'listCredentials',
  summary: 'The credentials of a project, with secrets as fingerprints',
  method: 'GET',
  path: '/api/project/{projectId}/credential',
  access: 'project:developer',
  params: project,
  answer: z.object({
    credentials: z.array(Credential),
    data: z.object({ credentials: z.array(Credential) }),
  }),
})
export const createCredential = endpoint({
  name: 'createCredential',
  summary: 'Store a credential',
  method: 'POST',
  path: '/api/project/{projectId}/credential',
  access: 'project:developer',
  use: 'write',
  status: 201,
  params: project,
  body,
  answer,
})
export const updateCredential = endpoint({
  name: 'updateCredential',
  summary: 'Change a credential; an unchanged fingerprint keeps its secret',
  method: 'PUT',
  path: '/api/project/{projectId}/credential/{id}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body,
  answer,
})
export const testCredential = endpoint({
  name: 'testCredential',
  summary: 'Test a saved or unsaved credential',
  method: 'POST',
  path: '/api/project/{projectId}/credential/test',
  access: 'project:developer',
  use: 'read',
  params: project,
  body: z.strictObject({
    /** The saved credential that the fingerprints in `data` refer to. */
    id: CredentialId.optional(),
    type: CredentialType,
    data: z.record(z.string(), z.json()),
    /** URL to call, for types that belong to no service, or in place of the service's own. */
    address: z.string().max(2_000).optional(),
  }),
  answer: z.object({
    ok: z.boolean(),
    message: z.string(),
    tookMs: z.number(),
    /** The account of an OAuth2 credential, if its service named it. */
    account: z.string().optional(),
    /** The scopes of its token, and those that were asked for but not granted; missing if the service named none. */
    scopes: z.object({ granted: z.array(z.string()), missing: z.array(z.string()) }).optional(),
  }),
})
export const deleteCredential = endpoint({
  name: 'deleteCredential',
  summary: 'Delete a credential',
  method: 'DELETE',
  path: '/api/project/{projectId}/credential/{id}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})

export const connectCredential = endpoint({
  name: 'connectCredential',
  summary: 'Begin to connect an OAuth2 credential with an account of its service',
  method: 'POST',
  path: '/api/project/{projectId}/credential/{id}/connect',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: z.object({
    /** The address of the service to open; null if the client has signed in by itself. */
    url: z.string().nullable(),
    /** Proves that the browser which began also ends it; kept by that browser alone. */
    handle: z.string().nullable(),
  }),
})
export const registerClient = endpoint({
  name: 'registerClient',
  summary: 'Register Plinth at a service and store the client in an OAuth2 credential',
  method: 'POST',
  path: '/api/project/{projectId}/credential/{id}/register',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: z.strictObject({
    /** The issuer of the service, or the address of its metadata. */
    issuer: z.string().trim().min(1, 'is required').max(2_000),
  }),
  answer,
})
export const finishConnection = endpoint({
  name: 'finishConnection',
  summary: "Connect an OAuth2 credential with the service's answer",
  method: 'POST',
  path: '/api/project/{projectId}/credential/{id}/connect/finish',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: z.strictObject({
    handle: z.string().min(1).max(128),
    /** The query with which the service redirected: code, state and issuer. */
    query: z.string().max(8192),
    /** The path of the page to which the service redirected; it is that of the credential's client. */
    path: z.string().max(200),
  }),
  answer,
})
