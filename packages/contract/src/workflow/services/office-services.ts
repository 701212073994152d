import { moreScope, type OauthService, startScope } from './oauth-service.ts'

const google = (name: string) => `https://www.googleapis.com/auth/${name}`

const GOOGLE: OauthService = {
  id: 'google',
  label: 'Google Workspace',
  documents: [
    'https://developers.google.com/identity/protocols/oauth2/web-server',
    'https://developers.google.com/identity/protocols/oauth2/scopes',
    'https://developers.google.com/identity/openid-connect/openid-connect',
  ],
  authorizationUrl:
    'https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revocationUrl: 'https://oauth2.googleapis.com/revoke',
  hosts: [
    'openidconnect.googleapis.com',
    'www.googleapis.com',
    'sheets.googleapis.com',
    'gmail.googleapis.com',
    'people.googleapis.com',
  ],
  clientAuthentication: 'body',
  scopes: [
    startScope('openid', 'Sign in with the Google account'),
    startScope('email', 'See the email address of the account', {
      includedIn: [google('userinfo.email')],
    }),
    moreScope(google('spreadsheets'), 'See, edit, create and delete all spreadsheets'),
    moreScope(google('drive.file'), 'See and edit only the Drive files used with this client'),
    moreScope(google('drive.readonly'), 'See and download all files in Drive'),
    moreScope(google('gmail.send'), 'Send mail'),
    moreScope(google('gmail.readonly'), 'Read mail and its settings'),
    moreScope(google('calendar.events'), 'See and edit events of all calendars'),
    moreScope(google('calendar.readonly'), 'See and download all calendars'),
    moreScope(google('contacts.readonly'), 'See and download contacts'),
  ],
  separator: ' ',
  test: {
    url: 'https://openidconnect.googleapis.com/v1/userinfo',
    account: ['email', 'name', 'sub'],
  },
}

const MICROSOFT: OauthService = {
  id: 'microsoft',
  label: 'Microsoft 365',
  documents: [
    'https://learn.microsoft.com/en-us/graph/auth-v2-user',
    'https://learn.microsoft.com/en-us/graph/permissions-reference',
    'https://learn.microsoft.com/en-us/graph/api/user-get',
  ],
  authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  revocationUrl: '',
  hosts: ['graph.microsoft.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('offline_access', 'Renew the access without the person', { isReported: false }),
    startScope('User.Read', 'Sign in, and read the profile of the account'),
    moreScope('Mail.Read', 'Read mail'),
    moreScope('Mail.Send', 'Send mail'),
    moreScope('Calendars.Read', 'Read calendars', { includedIn: ['Calendars.ReadWrite'] }),
    moreScope('Calendars.ReadWrite', 'Read and edit calendars'),
    moreScope('Files.Read', 'Read files in OneDrive', {
      includedIn: ['Files.ReadWrite', 'Files.Read.All', 'Files.ReadWrite.All'],
    }),
    moreScope('Files.ReadWrite', 'Read and edit files in OneDrive', {
      includedIn: ['Files.ReadWrite.All'],
    }),
    moreScope('Contacts.Read', 'Read contacts', { includedIn: ['Contacts.ReadWrite'] }),
  ],
  separator: ' ',
  scopePrefix: 'https://graph.microsoft.com/',
  note: 'For an app of one organisation, replace "common" in both addresses by its tenant.',
  test: {
    url: 'https://graph.microsoft.com/v1.0/me',
    account: ['mail', 'userPrincipalName', 'displayName'],
  },
}

const NOTION: OauthService = {
  id: 'notion',
  label: 'Notion',
  documents: [
    'https://developers.notion.com/docs/authorization',
    'https://developers.notion.com/reference/get-self',
  ],
  authorizationUrl: 'https://api.notion.com/v1/oauth/authorize?owner=user',
  tokenUrl: 'https://api.notion.com/v1/oauth/token',
  revocationUrl: '',
  hosts: ['api.notion.com'],
  clientAuthentication: 'basic',
  scopes: [],
  separator: ' ',
  note: 'Notion has no scopes: choose what the integration may do in its settings at Notion.',
  test: {
    url: 'https://api.notion.com/v1/users/me',
    headers: { 'notion-version': '2022-06-28' },
    account: ['bot.owner.user.person.email', 'bot.workspace_name', 'name'],
  },
}

const AIRTABLE: OauthService = {
  id: 'airtable',
  label: 'Airtable',
  documents: [
    'https://airtable.com/developers/web/api/oauth-reference',
    'https://airtable.com/developers/web/api/scopes',
    'https://airtable.com/developers/web/api/get-user-id-scopes',
  ],
  authorizationUrl: 'https://airtable.com/oauth2/v1/authorize',
  tokenUrl: 'https://airtable.com/oauth2/v1/token',
  revocationUrl: '',
  hosts: ['api.airtable.com'],
  clientAuthentication: 'basic',
  scopes: [
    startScope('data.records:read', 'See the data of records'),
    startScope('user.email:read', 'See the email address of the account'),
    moreScope('data.records:write', 'Create, edit and delete records'),
    moreScope('schema.bases:read', 'See the structure of bases'),
    moreScope('schema.bases:write', 'Edit the structure of bases'),
    moreScope('webhook:manage', 'See, create and delete webhooks of bases'),
  ],
  separator: ' ',
  test: {
    url: 'https://api.airtable.com/v0/meta/whoami',
    account: ['email', 'id'],
    scopes: { path: 'scopes' },
  },
}

export const OFFICE_SERVICES = [GOOGLE, MICROSOFT, NOTION, AIRTABLE] as const
