import { createTransport } from 'nodemailer'
import { pinTarget } from './check-target.ts'

/** The mail server of a credential. */
export interface MailServer {
  host: string
  port: number
  secure: boolean
  user: string
  password: string
}

const TIMEOUT_MS = 15_000

export function mailServerOf(data: Readonly<Record<string, unknown>>): MailServer {
  return {
    host: String(data.host ?? ''),
    port: Number(data.port ?? 587),
    secure: data.secure === true,
    user: String(data.user ?? ''),
    password: String(data.password ?? ''),
  }
}

/** Opens a transport to a mail server that comes from a user, at its checked address (R24). */
export async function openMailTransport(server: MailServer, allowed: ReadonlySet<string>) {
  const { host, port } = server
  const pinned = await pinTarget({ host, port }, allowed)
  return createTransport({
    host: pinned.address,
    port,
    secure: server.secure,
    // Passwords are sent unencrypted only to servers that the operator allows by name.
    requireTLS: !server.secure && server.user !== '' && !allowed.has(`${pinned.host}:${port}`),
    tls: { servername: pinned.host },
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
