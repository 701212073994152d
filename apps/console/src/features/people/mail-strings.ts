export const mailStrings = {
  title: 'Mail',
  text: 'Invitations, password links and notices about accounts are sent by mail.',
  none: 'No mail server is configured. Set PLINTH_SMTP_URL and restart the server.',
  server: 'Server',
  from: 'Sender',
  lastDelivered: 'Last delivery',
  lastFailed: 'Last error',
  never: 'none yet',
  noFailure: 'none',
  send: 'Send a test mail',
  failed: 'The test mail could not be sent',
} as const
