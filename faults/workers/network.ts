import { execFileSync } from 'node:child_process'

/** Names and networks of this process, so that two suites do not disturb each other. */
const PREFIX = `pw${process.pid}-`
const NET = `10.${64 + (process.pid % 128)}`
/** The sink's address, which every namespace reaches. */
export const SHARED_HOST = `${NET}.0.1`

/** This machine's end of every link. */
const GATEWAY_MAC = '02:00:00:00:00:01'

/** A host of its own for one worker: a network namespace with one link to this machine. */
export interface Host {
  address: string
  /** The command that executes a program on this host. */
  via: readonly string[]
  cut(): void
  restore(): void
}

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: 'pipe' })

function ipQuietly(...args: string[]): void {
  try {
    ip(...args)
  } catch {
    // Gone already, or never made.
  }
}

function makeHost(number: number): Host {
  const name = `${PREFIX}${number}`
  const [here, there] = [`${NET}.${number}.1`, `${NET}.${number}.2`]
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('address', 'add', `${here}/30`, 'dev', name)
  ip('link', 'set', name, 'address', GATEWAY_MAC, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  ip('-n', name, 'address', 'add', `${there}/30`, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
  // Known for good: on a cut link packets are lost, and no look-up fails that would say so at once.
  ip('-n', name, 'neigh', 'replace', here, 'lladdr', GATEWAY_MAC, 'nud', 'permanent', 'dev', 'eth0')
  ip('-n', name, 'route', 'add', 'default', 'via', here)
  return {
    address: there,
    via: ['ip', 'netns', 'exec', name],
    cut: () => ip('link', 'set', name, 'down'),
    restore: () => ip('link', 'set', name, 'up'),
  }
}

/** Makes hosts as network namespaces; needs root and iproute2. */
export function openNetwork(count: number) {
  ipQuietly('address', 'add', `${SHARED_HOST}/32`, 'dev', 'lo')
  const hosts = Array.from({ length: count }, (_, at) => makeHost(at + 1))
  return {
    hosts,
    close() {
      for (let number = 1; number <= count; number += 1) {
        ipQuietly('link', 'delete', `${PREFIX}${number}`)
        ipQuietly('netns', 'delete', `${PREFIX}${number}`)
      }
      ipQuietly('address', 'delete', `${SHARED_HOST}/32`, 'dev', 'lo')
    },
  }
}
