import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { callOut } from '../../apps/server/src/foundation/egress/call-out.ts'
import { connectExternal } from '../../apps/server/src/foundation/egress/connect-external.ts'
import { sendMailOut } from '../../apps/server/src/foundation/egress/send-mail-out.ts'
import { HOSTS, NAMES, REBOUND } from './hosts.ts'

const HOSTS_FILE = '/etc/hosts'
const REBINDINGS = 40
const open = process.argv[2] === 'open'
const everything = { has: () => true } as unknown as ReadonlySet<string>

let reached = 0
const listen = (server: Server | ReturnType<typeof createListener>) =>
  new Promise<number>((resolve) => {
    server.listen(0, '::', () => resolve((server.address() as AddressInfo).port))
  })

/** Every connection that arrives here got through. */
const canary = createListener((socket) => {
  reached += 1
  socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
})
const inside = await listen(canary)
let location = ''
const redirector = createServer((_request, response) => {
  response.writeHead(302, { location: encodeURI(location) }).end()
})
const door = await listen(redirector)
const allowed = open ? everything : new Set([`127.0.0.1:${door}`])

function writeHosts(rebound: string) {
  const lines = Object.entries({ ...NAMES, [REBOUND]: [rebound], localhost: ['127.0.0.1', '::1'] })
  writeFileSync(
    HOSTS_FILE,
    lines.flatMap(([name, addresses]) => addresses.map((one) => `${one} ${name}\n`)).join(''),
  )
}

const get = (url: string) =>
  callOut(
    { method: 'GET', url, headers: [], timeLimitMs: 3_000 },
    { allowed, signal: new AbortController().signal },
  )
const mail = { from: 'a@b.c', to: 'a@b.c', cc: '', bcc: '', replyTo: '', subject: '', key: 'k' }
const server = { port: inside, secure: false, user: '', password: '' }

const WAYS: Readonly<Record<string, (host: string) => Promise<unknown>>> = {
  address: (host) => get(`http://${host}:${inside}/`),
  redirect: (host) => {
    location = `http://${host}:${inside}/`
    return get(`http://127.0.0.1:${door}/`)
  },
  'mail server': (host) =>
    sendMailOut({ mail, server: { ...server, host: host.replace(/^\[|\]$/g, '') } }, { allowed }),
  database: async (host) => {
    const client = await connectExternal(`postgres://a:b@${host}:${inside}/c?sslmode=disable`, {
      allowed,
      unverified: new Set(),
    })
    await client.end()
  },
}

const violations: string[] = []
let tried = 0

async function attempt(name: string, call: () => Promise<unknown>) {
  const before = reached
  tried += 1
  const error: unknown = await call().then(
    () => 'answered',
    (thrown) => thrown,
  )
  if (reached > before) violations.push(`${name} got through`)
  // A rejection happens before any connection; 'could not be reached' means that one was attempted.
  else if (error === 'answered' || /could not be reached|no answer/.test(String(error))) {
    violations.push(`${name} was tried: ${error}`)
  }
}

writeHosts('93.184.216.34')
for (const [way, call] of Object.entries(WAYS)) {
  for (const host of HOSTS) await attempt(`${way} ${host}`, () => call(host))
}
for (const text of [
  `http://user@127.0.0.1:${inside}/`,
  `http://example.com@127.0.0.1:${inside}/`,
  `http://127.0.0.1:${inside}\\@example.com/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${inside}/`,
  `http:\t//127.0.0.1:${inside}/`,
  `http://127.0.0.1\r\n:${inside}/`,
  `//127.0.0.1:${inside}/`,
]) {
  await attempt(`address ${JSON.stringify(text)}`, () => get(text))
}

/**
 * Resolves to a public address for the check and to ours for the call: the checked address must be the connected
 * one.
 */
let turns = 0
const turning = setInterval(
  () => writeHosts((turns++ & 1) === 0 ? '127.0.0.1' : '93.184.216.34'),
  1,
)
const before = reached
const calls = Array.from({ length: REBINDINGS }, () =>
  get(`http://${REBOUND}:${inside}/`).catch(() => undefined),
)
await Promise.all(calls)
clearInterval(turning)
tried += REBINDINGS
if (reached > before) violations.push(`a name that changed its address got through`)

console.log(JSON.stringify({ tried, violations }))
process.exit(0)
