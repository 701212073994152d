import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
  ms: number
}

const CHUNK = 65_536
const PATIENCE_MS = 30_000

function parseHead(text: string): { status: number; headers: Map<string, string> } {
  const [first = '', ...lines] = text.split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  return { status: Number(first.split(' ')[1]), headers }
}

/** Only Node's own error responses are chunked, and they are empty. */
function plain(chunked: string): string {
  return chunked === '0\r\n\r\n' ? '' : chunked
}

export const isStream = ({ headers }: Pick<RawAnswer, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** Parses one response; undefined while it is incomplete. */
function parseAnswer(bytes: Buffer, { isHead, ended }: { isHead: boolean; ended: boolean }) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = parseHead(bytes.subarray(0, end).toString('latin1'))
  const rest = bytes.subarray(end + 4)
  if (head.status < 200) return parseAnswer(rest, { isHead, ended })
  const length = head.headers.get('content-length')
  if (isHead || head.status === 204 || head.status === 304) return { ...head, body: '' }
  // A stream of changes does not end by itself.
  if (isStream(head)) return { ...head, body: '' }
  if (length === undefined) {
    const whole = ended || rest.subarray(-5).toString('latin1') === '0\r\n\r\n'
    return whole ? { ...head, body: plain(rest.toString('utf8')) } : undefined
  }
  if (rest.length < Number(length)) return undefined
  return { ...head, body: rest.subarray(0, Number(length)).toString('utf8') }
}

/** Sends bytes that no HTTP library would send, and reads the response. */
export class RawConnection {
  readonly #address: URL
  #socket: Socket | undefined

  constructor(address: string) {
    this.#address = new URL(address)
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket
    this.#socket?.destroy()
    const socket = connect({ host: this.#address.hostname, port: Number(this.#address.port) })
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    this.#socket = socket
    return socket
  }

  /** The response; undefined if the connection was closed or nothing arrived within 30 s. */
  async send(bytes: Buffer, { isHead }: { isHead: boolean }): Promise<RawAnswer | undefined> {
    const socket = await this.#open()
    const since = performance.now()
    const answered = this.#listen(socket, isHead)
    let open = true
    answered.finally(() => {
      open = false
    })
    // In chunks, so that the rejection of a large body is read before the rest is written.
    for (let at = 0; at < bytes.length && open && socket.writable; at += CHUNK) {
      if (!socket.write(bytes.subarray(at, at + CHUNK))) {
        await Promise.race([once(socket, 'drain').catch(() => undefined), answered])
      }
    }
    const answer = await answered
    if (!answer || answer.headers.get('connection') === 'close') this.close()
    return answer && { ...answer, ms: performance.now() - since }
  }

  #listen(socket: Socket, isHead: boolean): Promise<Omit<RawAnswer, 'ms'> | undefined> {
    return new Promise((resolve) => {
      let bytes = Buffer.alloc(0)
      const timer = setTimeout(() => finish(undefined), PATIENCE_MS)
      const finish = (answer: Omit<RawAnswer, 'ms'> | undefined) => {
        clearTimeout(timer)
        socket.off('data', read)
        socket.off('close', end)
        resolve(answer)
      }
      const read = (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk])
        const answer = parseAnswer(bytes, { isHead, ended: false })
        if (answer) finish(answer)
      }
      const end = () => finish(parseAnswer(bytes, { isHead, ended: true }))
      socket.on('data', read)
      socket.on('close', end)
    })
  }
}
