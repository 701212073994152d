import { createServer, type Socket } from 'node:net'

const int16 = (number: number) => Buffer.from([(number >> 8) & 255, number & 255])
function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}

/** A message of the protocol: type, length, content. */
function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const READY = Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))])
const COLUMN = Buffer.concat([Buffer.from('a\0'), int32(0), int16(0), int32(25), int16(-1)])
const FIELDS = message('T', int16(1), COLUMN, int32(-1), int16(0))
const ROW = message('D', int16(1), int32(1_000_000), Buffer.alloc(1_000_000, 'x'))
const NOTICE = message('N', Buffer.from('Mx\0\0'))

/** What it does: sends without end after the first query, or already before it is ready, or says nothing. */
const HARMS = {
  rows: { atStart: [READY], atQuery: [FIELDS], endless: ROW },
  'one row': {
    atStart: [READY],
    atQuery: [FIELDS, Buffer.from('D'), int32(2_000_000_000)],
    endless: ROW,
  },
  notices: { atStart: [READY], atQuery: [], endless: Buffer.concat(Array(1_000).fill(NOTICE)) },
  silence: { atStart: [READY], atQuery: [], endless: undefined },
  start: { atStart: [Buffer.from('N'), int32(2_000_000_000)], atQuery: [], endless: undefined },
} as const
export type Harm = keyof typeof HARMS

/** Sends the same bytes for as long as they are read. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

/** A server that looks like PostgreSQL until the first query. */
export async function startHostilePostgres(harm: Harm, wantedPort = 0) {
  const { atStart, atQuery, endless } = HARMS[harm]
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isStarted = false
    let isAsked = false
    socket.on('error', () => undefined)
    socket.on('data', () => {
      if (isAsked) return
      for (const part of isStarted ? atQuery : atStart) socket.write(part)
      isAsked = isStarted
      isStarted = true
      if (isAsked && endless) flood(socket, endless)
      if (harm === 'start') flood(socket, ROW)
    })
  })
  await new Promise<void>((done) => server.listen(wantedPort, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : wantedPort
  return {
    port,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
