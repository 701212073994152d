import { deviceName } from '@plinth/contract'
import type { Notice, NoticeKind } from './notice-store.ts'

interface Wording {
  subject: string
  what: (about: string) => string
  /** What to do if the recipient did not do it. */
  otherwise: string
}

const NEW_PASSWORD =
  'If it was not you, choose a new password at once with "Forgot your password?" and tell an admin: somebody else has your password.'

const WORDINGS: Readonly<Record<NoticeKind, Wording>> = {
  'new-device': {
    subject: 'New sign-in to Plinth',
    what: () => 'Your account was used from a device that it has not used in the last 90 days.',
    otherwise: NEW_PASSWORD,
  },
  'password-changed': {
    subject: 'Your Plinth password was changed',
    what: () => 'The password of your account was changed.',
    otherwise: NEW_PASSWORD,
  },
  'email-changed': {
    subject: 'Your Plinth email address was changed',
    what: (about) => `The email address of your account was changed to ${about}.`,
    otherwise:
      'If it was not you, tell an admin at once: password links now go to the new address.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off in Plinth',
    what: () => 'Two-factor authentication of your account was turned off.',
    otherwise: NEW_PASSWORD,
  },
  'authenticator-removed': {
    subject: 'Your authenticator app was removed from Plinth',
    what: () => 'Signing in now needs a passkey or a recovery code after your password.',
    otherwise: NEW_PASSWORD,
  },
  'passkey-added': {
    subject: 'New passkey in Plinth',
    what: (about) => `A passkey was added to your account: ${about}.`,
    otherwise: `Remove the passkey in your profile if you did not add it. ${NEW_PASSWORD}`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed from Plinth',
    what: (about) => `A passkey was removed from your account: ${about}.`,
    otherwise: NEW_PASSWORD,
  },
  'key-created': {
    subject: 'New API key in Plinth',
    what: (about) => `An API key was created with your account: ${about}.`,
    otherwise:
      'If it was not you, revoke the key in the settings of the project, choose a new password and tell an admin.',
  },
  'personal-key-created': {
    subject: 'New personal key in Plinth',
    what: (about) => `A personal key was created with your account: ${about}.`,
    otherwise:
      'If it was not you, revoke the key in your profile, choose a new password and tell an admin.',
  },
  'identity-connected': {
    subject: 'Your Plinth account was connected',
    what: (about) => `Your account can now be used with ${about}.`,
    otherwise: `${NEW_PASSWORD} The new password also disconnects the account.`,
  },
  'identity-disconnected': {
    subject: 'Your Plinth account was disconnected',
    what: () =>
      'Your account is no longer connected with the identity provider. The next sign-in with it asks for your password.',
    otherwise:
      'If neither you nor an admin did this, tell an admin at once. Personal keys still work: revoke those in your profile that you do not need.',
  },
  test: {
    subject: 'Test mail from Plinth',
    what: () => 'This is a test mail. Plinth can deliver mail to you.',
    otherwise: 'It was sent with the button under People, Mail. There is nothing to do.',
  },
}

/** The subject and text of a notice; they contain no secret. */
export function formatNotice(
  { kind, email, network, agent, about, createdAt }: Notice,
  baseUrl: string,
): { subject: string; text: string } {
  const { subject, what, otherwise } = WORDINGS[kind]
  const lines = [
    what(about),
    '',
    `Account: ${email}`,
    `Time: ${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...(network ? [`Network: ${network}`] : []),
    ...(agent ? [`Device: ${deviceName(agent, agent)}`] : []),
    `Server: ${baseUrl}`,
    '',
    otherwise,
  ]
  return { subject, text: lines.join('\n') }
}
