import type { CredentialType } from './credential.ts'

/** One suggested entry of a credential's data. */
export interface CredentialField {
  name: string
  /** Initial value in a new credential. */
  start: string | number | boolean | readonly string[]
  about: string
  /** Returned as plain text. All other texts are secrets: encrypted at rest and returned as fingerprints. */
  isPublic: boolean
  /** Determines where the credential may be sent; changing it clears the secrets. */
  isHost: boolean
}

export interface CredentialKind {
  fields: readonly CredentialField[]
  /** The type belongs to no service, so `hosts` must list where it may be sent. */
  needsHosts: boolean
}

type Start = CredentialField['start']

function open(name: string, start: Start, about: string): CredentialField {
  return { name, start, about, isPublic: true, isHost: false }
}

function secret(name: string, about: string): CredentialField {
  return { name, start: '', about, isPublic: false, isHost: false }
}

function address(name: string, start: string, about: string): CredentialField {
  return { name, start, about, isPublic: true, isHost: true }
}

const baseUrl = (start: string) =>
  address('baseUrl', start, 'Base URL of the API. Secrets are sent only to this host')
const host = (about: string) => address('host', '', about)
const hosts: CredentialField = {
  name: 'hosts',
  start: [],
  about: 'The hosts this credential may be sent to, for example "api.example.com"',
  isPublic: true,
  isHost: true,
}

const service = (...fields: CredentialField[]): CredentialKind => ({ fields, needsHosts: false })
const generic = (...fields: CredentialField[]): CredentialKind => ({
  fields: [hosts, ...fields],
  needsHosts: true,
})

function database(port: number, server: string): CredentialKind {
  return service(
    host(`The host of the ${server} server`),
    open('port', port, 'Its port'),
    open('database', '', 'Database name'),
    open('user', '', 'User name'),
    secret('password', 'Password of the user'),
    open('ssl', true, 'Whether the connection is encrypted; the certificate is then verified'),
    open('ca', '', 'CA certificate in PEM format, for a server whose authority is not public'),
  )
}

const accessToken = secret('accessToken', 'The access token of the app')
const apiKey = secret('apiKey', 'The API key')
const clientId = open('clientId', '', 'The id of the app')
const clientSecret = secret('clientSecret', 'The secret of the app')

/** Fields of each credential type: the template of a new credential, and which fields are public. */
export const CREDENTIAL_KINDS: Readonly<Record<CredentialType, CredentialKind>> = {
  instagram: service(baseUrl('https://graph.instagram.com'), accessToken),
  facebook: service(baseUrl('https://graph.facebook.com'), accessToken),
  twitter: service(
    baseUrl('https://api.x.com'),
    apiKey,
    secret('apiSecret', 'The secret that belongs to the API key'),
    accessToken,
    secret('accessTokenSecret', 'The secret that belongs to the access token'),
  ),
  linkedin: service(baseUrl('https://api.linkedin.com'), accessToken),
  slack: service(
    baseUrl('https://slack.com/api'),
    secret('token', 'The token of the bot; it begins with xoxb-'),
  ),
  discord: service(baseUrl('https://discord.com/api'), secret('token', 'The token of the bot')),
  'email-smtp': service(
    host('The mail server, for example "smtp.example.com"'),
    open('port', 587, '587 for STARTTLS, 465 for TLS from the start'),
    open('secure', false, 'TLS from the start; usual with port 465'),
    open('user', '', 'User name'),
    secret('password', 'Password of the user'),
    open('from', '', 'Sender address'),
  ),
  '2fa': service(
    open('issuer', '', 'Issuer of the code'),
    open('account', '', 'Account name'),
    secret('secret', 'The shared secret, in base 32'),
  ),
  aws: generic(
    open('region', 'us-east-1', 'AWS region'),
    open('accessKeyId', '', 'The id of the access key'),
    secret('secretAccessKey', 'The secret of the access key'),
  ),
  'google-cloud': generic(
    open('projectId', '', 'The project in Google Cloud'),
    open('clientEmail', '', 'The address of the service account'),
    secret('privateKey', 'The private key of the service account, in PEM'),
  ),
  azure: generic(open('tenantId', '', 'The directory of the app'), clientId, clientSecret),
  oauth2: generic(
    open('service', '', 'The service of the catalogue; empty for any other'),
    address('tokenUrl', '', 'Token endpoint'),
    open(
      'authorizationUrl',
      '',
      'Authorization endpoint, where a person connects; empty to sign in with the client alone',
    ),
    clientId,
    clientSecret,
    open('clientAuthentication', 'basic', 'How the client signs in: "basic" or "body"'),
    open('scope', '', 'Scopes, separated by spaces'),
    open('issuer', '', 'Issuer that answers must name; may be empty'),
    address('revocationUrl', '', 'Revocation endpoint, used when the credential is deleted'),
    open(
      'registration',
      '',
      'Part of the redirect URI of a client that Plinth has registered; it must not be changed',
    ),
    accessToken,
    secret('refreshToken', 'Refresh token'),
  ),
  'api-key': generic(open('header', 'X-API-Key', 'The header that carries the key'), apiKey),
  'basic-auth': generic(
    open('username', '', 'User name'),
    secret('password', 'Password of the user'),
  ),
  jwt: generic(secret('token', 'The signed token, sent as bearer')),
  stripe: service(
    baseUrl('https://api.stripe.com'),
    secret('secretKey', 'The secret key; it begins with sk_'),
  ),
  paypal: service(baseUrl('https://api-m.paypal.com'), clientId, clientSecret),
  s3: service(
    baseUrl('https://s3.amazonaws.com'),
    open('region', 'us-east-1', 'The region of the bucket'),
    open('bucket', '', 'The name of the bucket'),
    open('accessKeyId', '', 'The id of the access key'),
    secret('secretAccessKey', 'The secret of the access key'),
  ),
  ftp: service(
    host('The host of the server'),
    open('port', 21, 'Its port'),
    open('user', '', 'User name'),
    secret('password', 'Password of the user'),
  ),
  sftp: service(
    host('The host of the server'),
    open('port', 22, 'Its port'),
    open('user', '', 'User name'),
    secret('password', 'Password of the user; leave empty to use a key'),
    secret('privateKey', 'Private key in PEM format; leave empty to use a password'),
  ),
  postgres: database(5432, 'PostgreSQL'),
  mysql: database(3306, 'MySQL'),
  mongodb: database(27_017, 'MongoDB'),
  twilio: service(
    baseUrl('https://api.twilio.com'),
    open('accountSid', '', 'The id of the account; it begins with AC'),
    secret('authToken', 'The token of the account'),
  ),
  sendgrid: service(baseUrl('https://api.sendgrid.com'), apiKey),
  mailchimp: service(baseUrl('https://us1.api.mailchimp.com'), apiKey),
  salesforce: service(
    baseUrl('https://login.salesforce.com'),
    clientId,
    clientSecret,
    open('username', '', 'User name'),
    secret('password', 'Password of the user, followed by the security token'),
  ),
  hubspot: service(baseUrl('https://api.hubapi.com'), accessToken),
  jira: service(
    baseUrl('https://your-team.atlassian.net'),
    open('email', '', 'User name'),
    secret('apiToken', 'API token of the user'),
  ),
  asana: service(baseUrl('https://app.asana.com/api/1.0'), accessToken),
  trello: service(
    baseUrl('https://api.trello.com/1'),
    apiKey,
    secret('token', 'The token that belongs to the key'),
  ),
  custom: generic(),
  'api-credential': service(baseUrl('https://api.openai.com/v1'), apiKey),
}

/** How a credential type can be tested: by itself, by calling a given URL, or that of its service. */
export const CREDENTIAL_TESTS: Readonly<
  Partial<Record<CredentialType, 'itself' | 'address' | 'service'>>
> = {
  'email-smtp': 'itself',
  postgres: 'itself',
  mysql: 'itself',
  slack: 'itself',
  'api-credential': 'itself',
  oauth2: 'service',
  'basic-auth': 'address',
  'api-key': 'address',
  jwt: 'address',
  custom: 'address',
}

/** Represents a stored secret in responses; sending it back keeps the secret. */
export const FINGERPRINT = /^fingerprint:[A-Za-z0-9_-]{22}$/
