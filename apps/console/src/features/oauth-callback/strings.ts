export const oauthCallbackStrings = {
  title: 'Connecting',
  subtitle: 'One moment.',
  doneTitle: 'Connected',
  done: (name: string) =>
    `“${name}” is connected. You can close this tab and go on in the other one.`,
  failedTitle: 'Not connected',
  notHere:
    'This connection was not started in this tab. Open the credential and choose Connect again.',
  close: 'Close this tab',
  unreachable: 'The server could not be reached. Open the credential and choose Connect again.',
} as const
