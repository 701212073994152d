import { createServer } from 'node:net'
import { openSink, type Sink } from '../../faults/runs/sink.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../../faults/stack/stack.ts'
import { startMailbox } from './mailbox.ts'
import type { Product } from './product.ts'

export type Engine = 'sqlite3' | 'postgres'

/** The product as a user starts it, with a mail server beside it. */
export interface RunningProduct extends Product {
  engine: Engine
  /** What workflows may reach: a service that remembers who asked, and the mail server. */
  outside: { sink: Sink; mailPort: number }
  /** kill -9 of everything that was started; answers how many processes were hit. */
  killAll(): number
  /** Starts it on the same data, at the same address. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** The address must outlive a restart, because browsers keep sessions by address. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the product on a data folder of its own and waits until it is ready. */
export async function startProduct(engine: Engine = 'sqlite3'): Promise<RunningProduct> {
  const dataDir = makeDataDir()
  const mailbox = await startMailbox()
  const sink = await openSink()
  const mailPort = Number(new URL(mailbox.url).port)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const start = (): Promise<Stack> =>
    startStack({
      dataDir,
      env: {
        PORT: String(port),
        PLINTH_BASE_URL: address,
        PLINTH_DEFAULT_ENGINE: engine,
        PLINTH_SMTP_URL: mailbox.url,
        PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port},127.0.0.1:${mailPort}`,
      },
    })
  let stack = await start()
  return {
    engine,
    address,
    databaseUrl: embeddedDatabaseUrl(dataDir),
    mails: mailbox.folder,
    outside: { sink, mailPort },
    killAll: () => stack.kill('all'),
    async startAgain() {
      stack = await start()
    },
    async stop() {
      await stack.stop()
      await mailbox.stop()
      sink.close()
      removeDataDir(dataDir)
    },
  }
}
