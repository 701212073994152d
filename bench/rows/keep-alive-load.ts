import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RowRequest {
  readonly path: string
  readonly token: string
}

interface Turn {
  readonly connections: number
  readonly amount: number
}

const textOf = ({ path, token }: RowRequest) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`

/** Keep-alive connections that stay open between turns, so that a turn is nothing but requests. */
export class KeepAliveLoad {
  readonly #port: number
  #sockets: Socket[] = []

  constructor(address: string) {
    this.#port = Number(new URL(address).port)
  }

  /** Sends a fixed number of requests; returns the milliseconds of each. */
  async send(requests: readonly RowRequest[], { connections, amount }: Turn): Promise<number[]> {
    // The server closes idle connections.
    this.#sockets = this.#sockets.filter(({ destroyed }) => !destroyed)
    while (this.#sockets.length < connections) {
      const socket = connect(this.#port, '127.0.0.1').setNoDelay()
      await once(socket, 'connect')
      this.#sockets.push(socket)
    }
    const texts = requests.map(textOf)
    const times: number[] = []
    let sent = 0
    const work = async (socket: Socket) => {
      while (sent < amount) {
        const text = texts[sent % texts.length] ?? ''
        sent += 1
        const since = performance.now()
        await exchange(socket, text)
        times.push(performance.now() - since)
      }
    }
    await Promise.all(this.#sockets.slice(0, connections).map(work))
    return times
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy()
  }
}

/** Sends a request and reads its whole response. */
function exchange(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let response = ''
    const end = (error?: Error) => {
      socket.off('data', read)
      socket.off('close', lose)
      if (error) reject(error)
      else resolve()
    }
    const lose = () => end(new Error('connection closed'))
    const read = (chunk: Buffer) => {
      response += chunk.toString('latin1')
      const head = response.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(response)?.[1])
      if (response.length < head + 4 + length) return
      end(response.startsWith('HTTP/1.1 200') ? undefined : new Error(response.slice(0, 300)))
    }
    socket.on('data', read)
    socket.on('close', lose)
    socket.write(text)
  })
}
