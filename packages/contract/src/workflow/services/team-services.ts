import { moreScope, type OauthService, startScope } from './oauth-service.ts'

const SLACK: OauthService = {
  id: 'slack',
  label: 'Slack',
  documents: [
    'https://docs.slack.dev/authentication/installing-with-oauth',
    'https://docs.slack.dev/reference/scopes',
    'https://docs.slack.dev/reference/methods/auth.test',
  ],
  authorizationUrl: 'https://slack.com/oauth/v2/authorize',
  tokenUrl: 'https://slack.com/api/oauth.v2.access',
  revocationUrl: '',
  hosts: ['slack.com'],
  clientAuthentication: 'basic',
  scopes: [
    startScope('chat:write', 'Send messages as the app'),
    moreScope('channels:read', 'See public channels'),
    moreScope('channels:history', 'Read messages of public channels that the app is in'),
    moreScope('users:read', 'See people of the workspace'),
    moreScope('users:read.email', 'See their email addresses'),
    moreScope('files:write', 'Upload, edit and delete files as the app'),
  ],
  separator: ',',
  test: {
    url: 'https://slack.com/api/auth.test',
    account: ['team', 'user'],
    scopes: { header: 'x-oauth-scopes' },
  },
}

const DISCORD: OauthService = {
  id: 'discord',
  label: 'Discord',
  documents: [
    'https://discord.com/developers/docs/topics/oauth2',
    'https://discord.com/developers/docs/resources/user',
  ],
  authorizationUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  revocationUrl: 'https://discord.com/api/oauth2/token/revoke',
  hosts: ['discord.com'],
  clientAuthentication: 'basic',
  scopes: [
    startScope('identify', 'See the name of the account'),
    moreScope('email', 'See the email address of the account'),
    moreScope('guilds', 'See the servers of the account'),
    moreScope('guilds.members.read', 'See the membership of the account in its servers'),
    moreScope('connections', 'See the linked accounts of other services'),
  ],
  separator: ' ',
  test: { url: 'https://discord.com/api/v10/users/@me', account: ['username', 'id'] },
}

const ZOOM: OauthService = {
  id: 'zoom',
  label: 'Zoom',
  documents: [
    'https://developers.zoom.us/docs/integrations/oauth/',
    'https://developers.zoom.us/docs/integrations/oauth-scopes-granular/',
    'https://developers.zoom.us/docs/api/users/',
  ],
  authorizationUrl: 'https://zoom.us/oauth/authorize',
  tokenUrl: 'https://zoom.us/oauth/token',
  revocationUrl: 'https://zoom.us/oauth/revoke',
  hosts: ['api.zoom.us'],
  clientAuthentication: 'basic',
  scopes: [
    startScope('user:read:user', 'See the profile of the account'),
    moreScope('meeting:read:list_meetings', 'See the list of meetings'),
    moreScope('meeting:read:meeting', 'See the details of a meeting'),
    moreScope('meeting:write:meeting', 'Create meetings'),
  ],
  separator: ' ',
  note: 'Zoom grants the scopes that the app has in the Zoom App Marketplace. Choose the same here.',
  test: { url: 'https://api.zoom.us/v2/users/me', account: ['email', 'display_name', 'id'] },
}

const ASANA: OauthService = {
  id: 'asana',
  label: 'Asana',
  documents: [
    'https://developers.asana.com/docs/oauth',
    'https://developers.asana.com/docs/oauth-scopes',
    'https://developers.asana.com/reference/getuser',
  ],
  authorizationUrl: 'https://app.asana.com/-/oauth_authorize',
  tokenUrl: 'https://app.asana.com/-/oauth_token',
  revocationUrl: 'https://app.asana.com/-/oauth_revoke',
  hosts: ['app.asana.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('users:read', 'See people, and the name of the account'),
    moreScope('workspaces:read', 'See workspaces'),
    moreScope('projects:read', 'See projects'),
    moreScope('projects:write', 'Create and edit projects'),
    moreScope('tasks:read', 'See tasks'),
    moreScope('tasks:write', 'Create and edit tasks'),
  ],
  separator: ' ',
  test: {
    url: 'https://app.asana.com/api/1.0/users/me',
    account: ['data.email', 'data.name'],
  },
}

const ATLASSIAN: OauthService = {
  id: 'atlassian',
  label: 'Atlassian Jira',
  documents: [
    'https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/',
    'https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/',
  ],
  authorizationUrl:
    'https://auth.atlassian.com/authorize?audience=api.atlassian.com&prompt=consent',
  tokenUrl: 'https://auth.atlassian.com/oauth/token',
  revocationUrl: '',
  hosts: ['api.atlassian.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('offline_access', 'Renew the access without the person'),
    startScope('read:me', 'See the profile of the account'),
    moreScope('read:jira-user', 'See people in Jira'),
    moreScope('read:jira-work', 'See projects and issues'),
    moreScope('write:jira-work', 'Create and edit issues'),
  ],
  separator: ' ',
  test: { url: 'https://api.atlassian.com/me', account: ['email', 'name', 'account_id'] },
}

export const TEAM_SERVICES = [SLACK, DISCORD, ZOOM, ASANA, ATLASSIAN] as const
