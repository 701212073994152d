import { moreScope, type OauthService, startScope } from './oauth-service.ts'

const GITHUB: OauthService = {
  id: 'github',
  label: 'GitHub',
  documents: [
    'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps',
    'https://docs.github.com/en/rest/users/users',
  ],
  authorizationUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  revocationUrl: '',
  hosts: ['api.github.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('read:user', 'See the profile of the account', { includedIn: ['user'] }),
    moreScope('user:email', 'See the email addresses of the account', { includedIn: ['user'] }),
    moreScope('public_repo', 'Read and write public repositories', { includedIn: ['repo'] }),
    moreScope('repo', 'Read and write public and private repositories'),
    moreScope('read:org', 'See organisations and teams', {
      includedIn: ['write:org', 'admin:org'],
    }),
    moreScope('workflow', 'Edit the workflow files of GitHub Actions'),
    moreScope('notifications', 'Read notifications'),
    moreScope('gist', 'Write gists'),
  ],
  separator: ' ',
  test: {
    url: 'https://api.github.com/user',
    headers: { accept: 'application/vnd.github+json' },
    account: ['login'],
    scopes: { header: 'x-oauth-scopes' },
  },
}

const HUBSPOT: OauthService = {
  id: 'hubspot',
  label: 'HubSpot',
  documents: [
    'https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide',
    'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/oauth-quickstart-guide',
    'https://developers.hubspot.com/docs/api-reference/latest/account/account-information/guide',
  ],
  authorizationUrl: 'https://app.hubspot.com/oauth/authorize',
  tokenUrl: 'https://api.hubapi.com/oauth/v3/token',
  revocationUrl: '',
  hosts: ['api.hubapi.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('oauth', 'Sign in, and see the details of the account'),
    moreScope('crm.objects.contacts.read', 'See contacts'),
    moreScope('crm.objects.contacts.write', 'Create and edit contacts'),
    moreScope('crm.objects.companies.read', 'See companies'),
    moreScope('crm.objects.companies.write', 'Create and edit companies'),
    moreScope('crm.objects.deals.read', 'See deals'),
    moreScope('crm.objects.deals.write', 'Create and edit deals'),
  ],
  separator: ' ',
  test: {
    url: 'https://api.hubapi.com/account-info/2026-03/details',
    account: ['portalId'],
  },
}

const SALESFORCE: OauthService = {
  id: 'salesforce',
  label: 'Salesforce',
  documents: [
    'https://developer.salesforce.com/docs/atlas.en-us.188.0.api_rest.meta/api_rest/intro_understanding_oauth_endpoints.htm',
    'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm',
    'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm',
  ],
  authorizationUrl: 'https://login.salesforce.com/services/oauth2/authorize',
  tokenUrl: 'https://login.salesforce.com/services/oauth2/token',
  revocationUrl: 'https://login.salesforce.com/services/oauth2/revoke',
  hosts: ['login.salesforce.com'],
  clientAuthentication: 'body',
  scopes: [
    startScope('openid', 'Sign in, and see the name of the account'),
    startScope('refresh_token', 'Renew the access without the person'),
    startScope('api', 'Read and write data with the API', { includedIn: ['full'] }),
    moreScope('chatter_api', 'Use the API of Chatter', { includedIn: ['full', 'api'] }),
    moreScope('web', 'Use the access token on the web', { includedIn: ['full'] }),
  ],
  separator: ' ',
  // Salesforce does not name the life of a token; a session ends after two hours unless an admin changed that.
  lifeSeconds: 7200,
  note: 'Add the host of your domain, such as "acme.my.salesforce.com", to the hosts.',
  test: {
    url: 'https://login.salesforce.com/services/oauth2/userinfo',
    account: ['preferred_username', 'email', 'user_id'],
  },
}

export const BUSINESS_SERVICES = [GITHUB, HUBSPOT, SALESFORCE] as const
