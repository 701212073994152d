import { createTransport } from 'nodemailer'

interface Mail {
  to: string
  subject: string
  text: string
  /** Identical when a mail is resent, so that mail clients show it once. */
  messageId: string
}

/** Sends mail; `send` rejects if no mail server is configured. */
export interface Mailer {
  readonly configured: boolean
  send(mail: Mail): Promise<void>
}

const TIMEOUT = 15_000

/** A mailer over SMTP. The operator configures the server, so it may have a private address. */
export function openMailer(options: { smtpUrl: string | undefined; from: string }): Mailer {
  if (options.smtpUrl === undefined) {
    return {
      configured: false,
      send: async () => {
        throw new Error('No mail server is set: PLINTH_SMTP_URL')
      },
    }
  }
  const transport = createTransport(
    {
      url: options.smtpUrl,
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  )
  return {
    configured: true,
    send: async ({ to, ...mail }) => {
      // As a text it could name several recipients.
      await transport.sendMail({ ...mail, to: { name: '', address: to } })
    },
  }
}
