import { createTransport } from 'nodemailer'

interface Mail {
  to: string
  subject: string
  text: string
  /** The same for a mail that is sent again, so that readers' programs show it once. */
  messageId: string
}

/** Sends mail; without a mail server there is nobody to send with. */
export interface Mailer {
  readonly configured: boolean
  send(mail: Mail): Promise<void>
}

const TIMEOUT = 15_000

/** A mailer over SMTP. Its server is the operator's own setting, so it may be a private address. */
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
    send: async (mail) => {
      await transport.sendMail(mail)
    },
  }
}
