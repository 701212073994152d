import { Socket } from 'node:net'
import type { EgressPolicy } from '../settings/egress-policy.ts'
import { pinTarget } from './check-target.ts'
import { OutboundError } from './outbound-error.ts'

/** The database server of a credential. */
export interface SqlTarget {
  host: string
  port: number
  database: string
  user: string
  password: string
  ssl: boolean
  /** Certificates of the authority in PEM, or empty. */
  ca: string
}

export function sqlTargetOf(data: Readonly<Record<string, unknown>>, port: number): SqlTarget {
  return {
    host: String(data.host ?? ''),
    port: Number(data.port ?? port),
    database: String(data.database ?? ''),
    user: String(data.user ?? ''),
    password: String(data.password ?? ''),
    ssl: data.ssl !== false,
    ca: String(data.ca ?? ''),
  }
}

export interface SqlStatement {
  query: string
  values: readonly (string | number | null)[]
  mayWrite: boolean
}

export interface SqlResult {
  rows: readonly object[]
  affected: number
  insertId?: number | string
}

export interface SqlOptions extends EgressPolicy {
  signal: AbortSignal
}

export const CONNECT_MS = 10_000
export const MAX_STATEMENT_MS = 30_000
export const MAX_RESULT_ROWS = 1_000
const MAX_BYTES = 10 * 1024 * 1024
const CHECK_EVERY_MS = 20

/** Makes a socket for the checked address (R23, R24). */
export async function pinnedSocket(
  { host, port }: SqlTarget,
  allowed: ReadonlySet<string>,
): Promise<{ socket: Socket; to: { host: string; port: number } }> {
  const pinned = await pinTarget({ host, port }, allowed)
  const socket = new Socket()
  // Drivers add their own error listener later; without one, an early error would end the process.
  socket.on('error', () => undefined)
  return { socket, to: { host: pinned.address, port: pinned.port } }
}

const tooLarge = () => new OutboundError('The answer is larger than 10 MB.', { retry: false })

/** Closes a connection that exceeds the time or size limit, or whose call is aborted (R25). */
export function guardSocket(
  socket: Socket,
  signal: AbortSignal,
): { done(): void; reason(): OutboundError | undefined } {
  const startedAt = Date.now()
  let reason: OutboundError | undefined
  const end = (why: OutboundError) => {
    reason ??= why
    socket.destroy(why)
  }
  const stopped = () => end(new OutboundError('The call was stopped.', { retry: true }))
  signal.addEventListener('abort', stopped)
  const timer = setInterval(() => {
    if (socket.bytesRead > MAX_BYTES) {
      end(tooLarge())
    } else if (Date.now() - startedAt > MAX_STATEMENT_MS) {
      const words = `There was no answer within ${MAX_STATEMENT_MS / 1000} seconds.`
      end(new OutboundError(words, { retry: true }))
    }
  }, CHECK_EVERY_MS)
  return {
    done() {
      clearInterval(timer)
      signal.removeEventListener('abort', stopped)
      socket.destroy()
    },
    reason: () => reason ?? (socket.bytesRead > MAX_BYTES ? tooLarge() : undefined),
  }
}
