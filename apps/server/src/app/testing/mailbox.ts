import { SMTPServer } from 'smtp-server'
import { inject } from 'vitest'
import { eventually } from './eventually.ts'

export interface Mail {
  to: string
  text: string
}

/** Receives the mails of the server under test while it is open. */
export interface Mailbox {
  readonly server: SMTPServer
  /** Refuses mails for now; a number is the code of the answer. */
  refuses: boolean | number
  /** Waits for the nth mail to an address. */
  wait(to: string, number?: number): Promise<Mail>
  sentTo(to: string): Mail[]
  close(): Promise<void>
}

function refusalOf({ refuses }: Pick<Mailbox, 'refuses'>): Error | null {
  if (refuses === false) return null
  const responseCode = refuses === true ? 450 : refuses
  return Object.assign(new Error(`${responseCode} later`), { responseCode })
}

function newServer(box: Pick<Mailbox, 'refuses'>, mails: Mail[]): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusalOf(box)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        for (const to of session.envelope.rcptTo) mails.push({ to: to.address, text })
        done()
      })
    },
  })
}

/** All test files share one port; false while another file uses it. */
async function listen(server: SMTPServer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error)
    server.server.once('error', fail)
    server.listen(inject('server').smtpPort, '127.0.0.1', () => {
      server.server.off('error', fail)
      resolve(true)
    })
  })
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  const box: Pick<Mailbox, 'refuses'> = { refuses: false }
  const server = await eventually(async () => {
    const next = newServer(box, mails)
    next.on('error', () => {})
    return (await listen(next)) ? next : undefined
  }, 100_000)
  const sentTo = (to: string) => mails.filter((mail) => mail.to === to)
  return Object.assign(box, {
    server,
    sentTo,
    wait: (to: string, number = 1) => eventually(async () => sentTo(to)[number - 1], 20_000),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
