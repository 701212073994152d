export const connectionStrings = {
  title: 'Connection',
  states: { none: 'Not connected', connected: 'Connected', reconnect: 'Reconnect' },
  endsOn: (day: string) => `Ends ${day}`,
  endsOnHint: (day: string) =>
    `The authorization ends on ${day}. Open the credential and connect it again before then.`,
  lostHint: (reason: string, day: string | undefined) =>
    day === undefined ? reason : `Since ${day}: ${reason}`,
  connect: 'Connect',
  again: 'Connect again',
  reconnect: 'Reconnect',
  signIn: 'Sign in now',
  saveFirst: 'Save your changes first.',
  unsaved:
    'Save the credential, then open it: the redirect URI to register is shown here, and you can connect it.',
  explain:
    'Opens the service in a new tab, where you allow the access. Workflows of this project, and everybody who may edit them, then act there as you.',
  alone: 'The client signs in by itself when a workflow first uses the credential.',
  account: (name: string) => `Connected as ${name}`,
  by: (name: string) => `by ${name}`,
  scopes: (scopes: string) => `Scopes: ${scopes}`,
  authorizationEnds: 'The authorization ends on',
  connectBefore: 'Connect again before then.',
  ends: 'Access token ends',
  renewed: 'and is renewed before that.',
  notRenewed: 'and is not renewed: connect again before that.',
  receivers: (host: string, hosts: string) =>
    `Tokens come from ${host} and may be sent to: ${hosts}.`,
  redirectUri: 'Redirect URI to register at the service:',
  copy: 'Copy the redirect URI',
  copied: 'Copied',
  blocked: 'The browser blocked the new tab. Allow pop-ups for this site and try again.',
  signedIn: 'The client has signed in.',
  unreachable: 'The server could not be reached. Try again.',
} as const
