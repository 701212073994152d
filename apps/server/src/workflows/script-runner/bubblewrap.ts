import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's install path. */
export const BUBBLEWRAP = '/usr/bin/bwrap'
const TRIED_MS = 5_000

/** Files of this machine that a runner needs. */
export interface RunnerFiles {
  node: string
  inside: string
  modules: string
  package: string
}

const bind = (from: string, to: string) => ['--ro-bind', from, to]
const folder = (path: string) => ['--perms', '0755', '--dir', path]

function rootOf({ node, inside, modules, package: manifest }: RunnerFiles): string[] {
  const has64 = existsSync('/usr/lib64')
  return [
    ...['/usr', '/app', '/app/node_modules'].flatMap(folder),
    ...bind('/usr/lib', '/usr/lib'),
    ...['--symlink', 'usr/lib', '/lib'],
    ...(has64 ? [...bind('/usr/lib64', '/usr/lib64'), '--symlink', 'usr/lib64', '/lib64'] : []),
    ...bind(node, '/node'),
    ...bind('/usr/bin/setpriv', '/setpriv'),
    ...bind('/usr/bin/env', '/env'),
    ...bind(inside, '/app/runner'),
    ...['isolated-vm', 'node-gyp-build'].flatMap((name) =>
      bind(join(modules, name), `/app/node_modules/${name}`),
    ),
    ...bind(manifest, '/app/package.json'),
    ...['--remount-ro', '/', '--chdir', '/'],
  ]
}

/**
 * Root drops to `nobody`; any other user becomes `nobody` in a user namespace. Neither keeps a capability.
 */
function identity(isRoot: boolean): { namespace: string[]; become: string[] } {
  const drop = ['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs']
  if (isRoot) {
    const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
    return { namespace: [], become: ['/setpriv', ...nobody, ...drop] }
  }
  const nobody = ['--unshare-user', '--uid', '65534', '--gid', '65534']
  return { namespace: [...nobody, '--cap-drop', 'ALL'], become: [] }
}

/** Bubblewrap's arguments for a program in an empty, read-only root without network or other processes. */
export function bubblewrapArgs(
  files: RunnerFiles,
  { isRoot, program }: { isRoot: boolean; program: readonly string[] },
): string[] {
  const { namespace, become } = identity(isRoot)
  return [
    ...['--die-with-parent', '--new-session', '--clearenv', ...namespace],
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...rootOf(files),
    // Bubblewrap sets PWD itself; `env -i` clears the environment completely.
    ...['--', '/env', '-i', ...become, ...program],
  ]
}

const tried = new Map<string, boolean>()

/** Whether Bubblewrap is installed and works on this system; tried once. */
export function canBubblewrap(bwrap: string, files: RunnerFiles): boolean {
  const known = tried.get(bwrap)
  if (known !== undefined) return known
  const isRoot = process.getuid?.() === 0
  const args = bubblewrapArgs(files, { isRoot, program: ['/node', '--version'] })
  const works =
    existsSync(bwrap) && spawnSync(bwrap, args, { env: {}, timeout: TRIED_MS }).status === 0
  tried.set(bwrap, works)
  return works
}
