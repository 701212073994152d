import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  to: string
  text: string
}

/** A real mail server; mails are stored as files, so that every worker can read them. */
export interface Mailbox {
  url: string
  folder: string
  stop(): Promise<void>
}

function keep(folder: string, mail: Mail): void {
  const name = join(folder, randomUUID())
  writeFileSync(name, JSON.stringify(mail))
  // Renamed when complete, so that readers never see partial mails.
  renameSync(name, `${name}.json`)
}

export async function startMailbox(): Promise<Mailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-mails-'))
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        for (const { address } of session.envelope.rcptTo) keep(folder, { to: address, text })
        done()
      })
    },
  })
  // A product that is killed while it sends a mail resets its connection.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    folder,
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function mailsTo(folder: string, to: string): Mail[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mail)
    .filter((mail) => mail.to === to)
}
