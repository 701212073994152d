import type { CredentialType } from '@plinth/contract'

const NAMES: Readonly<Record<CredentialType, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
  linkedin: 'LinkedIn',
  slack: 'Slack',
  discord: 'Discord',
  'email-smtp': 'Mail server',
  '2fa': 'One-time codes',
  aws: 'Amazon Web Services',
  'google-cloud': 'Google Cloud',
  azure: 'Microsoft Azure',
  oauth2: 'OAuth 2.0 client',
  'api-key': 'Key in a header',
  'basic-auth': 'Name and password',
  jwt: 'Signed token',
  stripe: 'Stripe',
  paypal: 'PayPal',
  s3: 'S3 bucket',
  ftp: 'FTP server',
  sftp: 'SFTP server',
  postgres: 'PostgreSQL',
  mysql: 'MariaDB or MySQL',
  mongodb: 'MongoDB',
  twilio: 'Twilio',
  sendgrid: 'SendGrid',
  mailchimp: 'Mailchimp',
  salesforce: 'Salesforce',
  hubspot: 'HubSpot',
  jira: 'Jira',
  asana: 'Asana',
  trello: 'Trello',
  custom: 'Custom headers',
  'api-credential': 'API with a bearer token',
}

/** The type in words, followed by its name in the specification and the API. */
export function credentialTypeName(type: CredentialType): string {
  return `${NAMES[type]} (${type})`
}
