import { createServer } from 'node:net'

/** A free port. File URLs contain it, so it must survive a kill. */
export async function freePort(): Promise<number> {
  const socket = createServer()
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const address = socket.address()
  await new Promise((resolve) => socket.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
