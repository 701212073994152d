import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BUBBLEWRAP, bubblewrapArgs, canBubblewrap, type RunnerFiles } from './bubblewrap.ts'

const require = createRequire(import.meta.url)

interface Command {
  file: string
  args: string[]
}

/** The isolation of a runner: Bubblewrap, namespaces that we create ourselves, or none. */
export type Jail = 'bubblewrap' | 'namespaces' | 'none'

export interface JailOptions {
  mode: 'jailed' | 'unjailed'
  dataDir: string
  /** A file that a runner must not be able to read. */
  secretFile: string
  /** The port of a server that a runner must not reach. */
  port: number
  /** Path of Bubblewrap, if not the default; null disables it. */
  bubblewrap?: string | null
}

const FLAGS = ['--no-node-snapshot', '--max-old-space-size=64']
const QUIET = '--disable-warning=ExperimentalWarning'
const TOOLS = ['/usr/bin/unshare', '/usr/bin/setpriv', '/usr/sbin/chroot', '/bin/sh']
const NO_JAIL =
  'This system cannot jail scripts: it needs Linux with util-linux and the right to create namespaces, ' +
  'in a container by the seccomp profile that comes with the image. ' +
  'PLINTH_RUNNER=unjailed runs them without a jail, for trusted people only.'
const TRIED_MS = 5_000
/** No core files and few open files. */
const LIMITED = 'ulimit -c 0; ulimit -n 64; exec "$@"'

function runnerFiles(): RunnerFiles {
  return {
    node: process.execPath,
    inside: join(import.meta.dirname, 'inside'),
    modules: dirname(dirname(require.resolve('isolated-vm/package.json'))),
    package: join(import.meta.dirname, '../../../package.json'),
  }
}

function jailFolder(dataDir: string): string {
  const jail = join(dataDir, 'jail')
  mkdirSync(jail, { recursive: true })
  return jail
}

/** Arguments of `setpriv` that run a program in namespaces of its own. */
function unshareArgs(program: readonly string[]): string[] {
  const isRoot = process.getuid?.() === 0
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  return [
    ...['--pdeathsig', 'KILL', '--', '/usr/bin/unshare'],
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    ...[...namespaces, '--propagation', 'private', '--', ...program],
  ]
}

let triedNamespaces: boolean | undefined

/** Whether this process may create namespaces and mount in them, which containers forbid by default; tried once. */
function canUnshare(dataDir: string): boolean {
  if (triedNamespaces === undefined) {
    const program = ['/bin/sh', '-c', 'mount -t tmpfs tmpfs "$0"', jailFolder(dataDir)]
    const options = { env: {}, timeout: TRIED_MS }
    triedNamespaces = spawnSync('/usr/bin/setpriv', unshareArgs(program), options).status === 0
  }
  return triedNamespaces
}

/** The strongest jail available on this system. */
export function jailOf({ mode, dataDir, bubblewrap = BUBBLEWRAP }: JailOptions): Jail {
  if (mode === 'unjailed' || process.platform !== 'linux') return 'none'
  if (TOOLS.some((path) => !existsSync(path))) return 'none'
  if (bubblewrap !== null && canBubblewrap(bubblewrap, runnerFiles())) return 'bubblewrap'
  return canUnshare(dataDir) ? 'namespaces' : 'none'
}

/** Why scripts are refused on this system, if they are. */
export function findJailProblem(facts: JailOptions): string | undefined {
  return facts.mode === 'jailed' && jailOf(facts) === 'none' ? NO_JAIL : undefined
}

function inBubblewrap(facts: JailOptions, options: readonly string[]): Command {
  const program = ['/node', ...FLAGS, QUIET, '/app/runner/main.ts', ...options]
  const isRoot = process.getuid?.() === 0
  const args = bubblewrapArgs(runnerFiles(), { isRoot, program })
  return {
    file: '/bin/sh',
    args: ['-c', LIMITED, 'jail', facts.bubblewrap ?? BUBBLEWRAP, ...args],
  }
}

function inNamespaces(facts: JailOptions, options: readonly string[]): Command {
  const { node, inside, modules, package: manifest } = runnerFiles()
  const jail = jailFolder(facts.dataDir)
  const isRoot = process.getuid?.() === 0
  return {
    file: '/usr/bin/setpriv',
    args: unshareArgs([
      ...['/bin/sh', join(import.meta.dirname, 'jail.sh'), jail, node, inside, modules, manifest],
      ...[isRoot ? 'yes' : 'no', ...options],
    ]),
  }
}

/** The command that starts a runner, or why there is none. */
export function runnerCommand(facts: JailOptions): Command | { reason: string } {
  if (facts.mode === 'unjailed') {
    return {
      file: process.execPath,
      args: [...FLAGS, join(import.meta.dirname, 'inside/main.ts'), 'unjailed'],
    }
  }
  const options = ['jailed', facts.secretFile, String(facts.port)]
  const jail = jailOf(facts)
  if (jail === 'none') return { reason: NO_JAIL }
  return jail === 'bubblewrap' ? inBubblewrap(facts, options) : inNamespaces(facts, options)
}
