import { type MailServer, openMailTransport } from './mail-transport.ts'
import { refuseCall } from './outbound-error.ts'

/** Connects to a mail server and signs in there, without sending anything. */
export async function greetMailServer(
  server: MailServer,
  { allowed }: { allowed: ReadonlySet<string> },
): Promise<void> {
  const transport = await openMailTransport(server, allowed)
  try {
    await transport.verify()
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    if (code === 'EAUTH') {
      throw refuseCall(`The mail server refused the sign-in (${responseCode ?? code}).`)
    }
    if (code === 'ETLS') {
      throw refuseCall('The mail server offers no encryption, so the password was not sent.')
    }
    throw refuseCall(
      `The mail server could not be reached (${responseCode ?? code ?? 'no connection'}).`,
    )
  } finally {
    transport.close()
  }
}
