import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

interface Command {
  file: string
  args: string[]
}

export interface JailFacts {
  mode: 'jailed' | 'unjailed'
  dataDir: string
  /** A file that a runner must not be able to read. */
  secretFile: string
  /** The port of a server that a runner must not reach. */
  port: number
}

/** How a runner is started, or why none can be. */
export function runnerCommand(facts: JailFacts): Command | { reason: string } {
  const inside = join(import.meta.dirname, 'inside')
  const flags = ['--no-node-snapshot', '--max-old-space-size=64']
  if (facts.mode === 'unjailed') {
    return { file: process.execPath, args: [...flags, join(inside, 'main.ts'), 'unjailed'] }
  }
  const tools = ['/usr/bin/unshare', '/usr/bin/setpriv', '/usr/sbin/chroot', '/bin/sh']
  const missing = tools.filter((path) => !existsSync(path))
  if (process.platform !== 'linux' || missing.length > 0) {
    return {
      reason:
        'This system cannot jail scripts: it needs Linux with util-linux. ' +
        'PLINTH_RUNNER=unjailed runs them without a jail, for trusted people only.',
    }
  }
  const jail = join(facts.dataDir, 'jail')
  mkdirSync(jail, { recursive: true })
  const isRoot = process.getuid?.() === 0
  const modules = dirname(dirname(require.resolve('isolated-vm/package.json')))
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  return {
    file: '/usr/bin/setpriv',
    args: [
      ...['--pdeathsig', 'KILL', '--', '/usr/bin/unshare'],
      ...(isRoot ? [] : ['--user', '--map-root-user']),
      ...namespaces,
      ...['--propagation', 'private', '--', '/bin/sh', join(import.meta.dirname, 'jail.sh')],
      ...[jail, process.execPath, inside, modules],
      join(import.meta.dirname, '../../package.json'),
      isRoot ? 'yes' : 'no',
      ...['jailed', facts.secretFile, String(facts.port)],
    ],
  }
}
