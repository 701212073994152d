import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

/** A release in a folder of its own, ready to start. */
export interface CheckedOut {
  version: string
  root: string
  remove(): void
}

interface Locked {
  integrity?: string
  dev?: boolean
  link?: boolean
  resolved?: string
}

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Whether the product is the same in this tree as in a commit. */
function isUnchangedSince(commit: string): boolean {
  return git('diff', '--name-only', commit, '--', 'apps/server/src', 'packages').trim() === ''
}

/** The newest release that this tree is not itself. */
function findPrevious(): { version: string; commit: string } {
  const listed = JSON.parse(readFileSync(join(repository, 'ops/releases.json'), 'utf8'))
  const releases = Object.entries(listed as Record<string, string>).reverse()
  for (const [version, commit] of releases) {
    try {
      git('cat-file', '-e', `${commit}^{commit}`)
    } catch {
      throw new Error(
        `Release ${version} cannot be checked out: the clone has no commit ${commit}.`,
      )
    }
    if (!isUnchangedSince(commit)) return { version, commit }
  }
  throw new Error('ops/releases.json names no release before this tree.')
}

function readLock(root: string): Record<string, Locked> {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
}

/** Whether all packages that a release needs to run are installed here, in the same versions and places. */
function hasSamePackages(locked: Record<string, Locked>): boolean {
  const own = readLock(repository)
  return Object.entries(locked).every(
    ([path, { integrity, dev }]) =>
      integrity === undefined || dev || own[path]?.integrity === integrity,
  )
}

/** Uses the packages of this tree, and those of the release itself. */
function linkPackages(root: string, locked: Record<string, Locked>): void {
  const own = Object.entries(locked).filter(([, { link }]) => link)
  const scopes = new Set(own.map(([path]) => dirname(path)))
  const modules = join(root, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (!scopes.has(join('node_modules', name)) && !name.startsWith('.'))
      symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
  for (const [path, { resolved = '' }] of own) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(root, resolved), join(root, path))
  }
}

function install(root: string): void {
  const locked = readLock(root)
  if (hasSamePackages(locked)) {
    linkPackages(root, locked)
    return
  }
  const args = ['ci', '--silent', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev']
  const only = ['--workspace', '@plinth/server', '--include-workspace-root']
  execFileSync('npm', [...args, ...only], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Checks out the previous release by `git worktree`; throws if its commit is not in the clone. */
export function checkOutPrevious(): CheckedOut {
  const { version, commit } = findPrevious()
  const folder = mkdtempSync(join(tmpdir(), 'faults-release-'))
  const root = join(folder, version)
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    git('worktree', 'add', '--detach', '--quiet', root, commit)
    install(root)
  } catch (error) {
    remove()
    throw error
  }
  return { version, root, remove }
}
