import { connect, createServer, type Socket } from 'node:net'

/** A worker behind the balancer: where it accepts connections, and where it says that it lives. */
export interface Backend {
  host: string
  port: number
  healthUrl: string
}

const CHECK_MS = 500
const TIMEOUT_MS = 1_000

async function answers({ healthUrl }: Backend): Promise<boolean> {
  try {
    const answer = await fetch(healthUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}

/** A TCP balancer as an operator would run: it checks its backends, and closes the connections of a failed one. */
export class Balancer {
  readonly #backends = new Map<Backend, { isUp: boolean; sockets: Set<Socket> }>()
  readonly #server = createServer((socket) => this.#forward(socket))
  #timer: NodeJS.Timeout | undefined
  #next = 0

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.#timer = setInterval(() => void this.#check(), CHECK_MS)
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  /** A new backend counts as up, so that a worker can be registered while it starts. */
  add(backend: Backend): void {
    this.#backends.set(backend, { isUp: true, sockets: new Set() })
  }

  remove(backend: Backend): void {
    this.#drop(backend)
    this.#backends.delete(backend)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const backend of this.#backends.keys()) this.#drop(backend)
    this.#server.close()
  }

  #drop(backend: Backend): void {
    for (const socket of this.#backends.get(backend)?.sockets ?? []) socket.destroy()
  }

  async #check(): Promise<void> {
    await Promise.all(
      [...this.#backends].map(async ([backend, state]) => {
        state.isUp = await answers(backend)
        if (!state.isUp) this.#drop(backend)
      }),
    )
  }

  #forward(socket: Socket): void {
    const up = [...this.#backends].filter(([, { isUp }]) => isUp)
    this.#next += 1
    const [backend, state] = up[this.#next % Math.max(up.length, 1)] ?? []
    if (!backend || !state) {
      socket.destroy()
      return
    }
    const ahead = connect({ host: backend.host, port: backend.port })
    const pair = [socket, ahead] as const
    for (const [one, other] of [pair, [ahead, socket] as const]) {
      state.sockets.add(one)
      one.once('error', () => other.destroy())
      one.once('close', () => {
        state.sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
