import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
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

/** The databases of projects. */
export const ENGINES = ['sqlite3', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** The product as started by a user, with a mail server. */
export interface RunningProduct extends Product {
  engine: Engine
  /** External services for workflows: an HTTP sink that records requests, and the mail server. */
  outside: { sink: Sink; mailPort: number }
  /** Sends SIGKILL to all started processes; returns their number. */
  killAll(): number
  /** Restarts on the same data and address. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** Starts the product with a new data folder and waits until it is ready. */
export async function startProduct(
  engine: Engine = 'sqlite3',
  settings: Record<string, string> = {},
): Promise<RunningProduct> {
  const dataDir = makeDataDir()
  const mailbox = await startMailbox()
  const sink = await openSink()
  const mailPort = Number(new URL(mailbox.url).port)
  const port = Number(settings.PORT ?? (await freePort()))
  const address = `http://127.0.0.1:${port}`
  const dnsPort = await freePort()
  const start = (): Promise<Stack> =>
    startStack({
      dataDir,
      env: {
        PORT: String(port),
        PLINTH_BASE_URL: address,
        PLINTH_DEFAULT_ENGINE: engine,
        PLINTH_SMTP_URL: mailbox.url,
        PLINTH_LIVE_CONNECTIONS: '1000',
        PLINTH_DOMAIN_PROOF: 'txt',
        PLINTH_DNS_SERVERS: `127.0.0.1:${dnsPort}`,
        PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port},127.0.0.1:${mailPort}`,
        ...settings,
      },
    })
  let stack = await start()
  return {
    engine,
    address,
    databaseUrl: embeddedDatabaseUrl(dataDir),
    mails: mailbox.folder,
    dnsPort,
    sinkPort: sink.port,
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
