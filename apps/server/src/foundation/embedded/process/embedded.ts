import type { ServerName } from './server-plan.ts'

/** The part of a pino logger that this folder writes to. */
export interface EmbeddedLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface EmbeddedOptions {
  /** Everything lives below it; one running process per data directory. */
  dataDir: string
  postgres: boolean
  restate: boolean
  /** For tests: Restate suspends waiting invocations at once, instead of after a timeout. */
  alwaysReplay?: boolean
  log: EmbeddedLog
}

export interface EmbeddedRestate {
  /** Like `adminUrl`, `unix:` and the path of a socket. */
  ingressUrl: string
  adminUrl: string
  /** `publickeyv1_…`, for the worker's `identityKeys`. */
  identityKey: string
}

export interface UnexpectedExit {
  server: ServerName
  code: number | null
  signal: string | null
}

export interface Embedded {
  postgresUrl?: string
  restate?: EmbeddedRestate
  /** A loopback port for the worker, the same after every restart: runs in flight call it. */
  workerPort: number
  /** Whether each started server answers now. */
  check(): Promise<Partial<Record<ServerName, boolean>>>
  /** Called whenever a server exited unexpectedly; it is being restarted already. */
  onExit(listener: (exit: UnexpectedExit) => void): void
  /** Stops both servers and unlocks the data directory. Idempotent. */
  stop(): Promise<void>
}
