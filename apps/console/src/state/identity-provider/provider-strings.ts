import type { ProviderField } from './provider-values.ts'

const labels: Record<ProviderField, string> = {
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  scope: 'Scopes',
  verifiedClaim: 'Claim of a checked address',
  authorization: 'Authorization address',
  token: 'Token address',
  userInfo: 'User info address',
  emails: 'Address of the list of email addresses',
  primary: 'Claim of the primary address',
  subject: 'Claim of the account ID',
  email: 'Claim of the email address',
  fullName: 'Claim of the name',
  teamId: 'Team ID',
  keyId: 'Key ID',
}

const hints: Partial<Record<ProviderField, string>> = {
  issuer: 'Begins with https://, exactly as the provider names itself.',
  subject: 'An ID that never changes, never the address or a user name.',
  emails: 'If the user info has no address that is checked.',
}

/** UI text of every form of an identity provider. */
export const providerStrings = {
  labels,
  hints,
  copy: 'Copy the redirect address',
  copied: 'Copied',
  preset: 'Fill in for',
  buttonName: 'Name on the button',
  secretKept: 'Leave it empty to keep the stored one.',
  hasAddresses: 'Without discovery',
  hasAddressesHint: 'OAuth 2 without ID tokens: the user info of the provider names the person.',
  hasSigner: 'Signed by a key',
  hasSignerHint: 'The client secret is a token that a private key signs, as Apple needs it.',
  privateKey: 'Private key',
  privateKeyHint: 'The content of the file AuthKey_….p8.',
} as const
