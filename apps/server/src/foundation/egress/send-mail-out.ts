import { createHash } from 'node:crypto'
import { type MailServer, openMailTransport } from './mail-transport.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'

export interface OutMail {
  from: string
  to: string
  cc: string
  bcc: string
  replyTo: string
  subject: string
  text?: string
  html?: string
  key: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f]/

/** Sends a mail through a server that comes from a user, at its checked address (R24, R26). */
export async function sendMailOut(
  { mail, server }: { mail: OutMail; server: MailServer },
  { allowed }: { allowed: ReadonlySet<string> },
): Promise<{ accepted: string[]; rejected: string[] }> {
  const { key, ...fields } = mail
  for (const name of ['from', 'to', 'cc', 'bcc', 'replyTo', 'subject'] as const) {
    if (CONTROL.test(fields[name])) {
      throw refuseCall(`"${name}" has a character that is not allowed.`)
    }
  }
  const transport = await openMailTransport(server, allowed)
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  try {
    const sent = await transport.sendMail({ ...fields, messageId: `<${digest}@plinth.invalid>` })
    const text = (entries: unknown) => (Array.isArray(entries) ? entries.map(String) : [])
    return { accepted: text(sent.accepted), rejected: text(sent.rejected) }
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    // 5xx is a permanent rejection.
    const retry = responseCode === undefined || responseCode < 500
    const why = responseCode === undefined ? (code ?? 'no connection') : String(responseCode)
    throw new OutboundError(`The mail server did not take the mail (${why}).`, { retry })
  } finally {
    transport.close()
  }
}
