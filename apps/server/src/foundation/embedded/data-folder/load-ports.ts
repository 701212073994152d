import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readJson } from '../../platform/stored-json.ts'
import type { EmbeddedLog } from '../process/embedded.ts'
import { poll } from '../process/poll.ts'
import { readIfExists, writePrivateFile } from '../process/private-file.ts'
import { StartError } from '../process/start-error.ts'

const names = ['worker'] as const
type PortName = (typeof names)[number]
export type Ports = Record<PortName, number>

// Below the kernel's ephemeral range, so that no outgoing connection occupies a stored port.
const lowest = 20_000
const highest = 32_000

/** The loopback ports of this data directory: chosen once and stored, replaced only if another process uses them. */
export async function loadPorts(dataDir: string, log: EmbeddedLog): Promise<Ports> {
  const file = join(dataDir, 'ports.json')
  const stored = parsePorts(await readIfExists(file))
  const free = await Promise.all(
    names.map(async (name) => {
      const port = stored[name]
      return port !== undefined && (await poll(() => isFree(port), { limitMs: 1_000 }))
    }),
  )
  const ports: Partial<Ports> = { ...stored }
  for (const [index, name] of names.entries()) {
    if (free[index]) continue
    const from = stored[name]
    const to = await findFreePort(Object.values(ports))
    ports[name] = to
    if (from !== undefined)
      log.warn({ name, from, to }, 'embedded: stored port is in use, choosing another')
  }
  const complete = ports as Ports
  if (names.some((name) => stored[name] !== complete[name])) {
    await writePrivateFile({ path: file, content: `${JSON.stringify(complete, null, 2)}\n` })
  }
  return complete
}

function parsePorts(text: string | undefined): Partial<Ports> {
  try {
    const parsed = readJson(text ?? '{}')
    const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
    return Object.fromEntries(
      entries.filter(
        ([name, port]) =>
          names.some((known) => known === name) &&
          typeof port === 'number' &&
          Number.isInteger(port) &&
          port > 0 &&
          port < 65_536,
      ),
    )
  } catch {
    return {}
  }
}

async function findFreePort(avoid: number[]): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(lowest, highest)
    if (!avoid.includes(port) && (await isFree(port))) return port
  }
  throw new StartError(`No free loopback port between ${lowest} and ${highest}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)))
  })
}
