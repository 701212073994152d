import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of what a release is made of, before its version. */
const NAMED =
  /(\bplinth(?:-all|-client|-cli)?[-:]|\bVERSION = '|"version":")(\d+\.\d+\.\d+)(?=[-.'"\s]|$)/gm

interface Manifest {
  name?: string
  version?: string
  [field: string]: unknown
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Changes a package's own version, and those of our packages that it names. */
function changeManifest(manifest: Manifest, { from, to }: Versions): void {
  if (manifest.version === from) manifest.version = to
  for (const field of FIELDS) {
    const named = (manifest[field] ?? {}) as Record<string, string>
    for (const name of Object.keys(named)) {
      if (name.startsWith('@plinth/') && named[name] === from) named[name] = to
    }
  }
}

function changeLock(lock: Manifest, versions: Versions): void {
  if (lock.version === versions.from) lock.version = versions.to
  const packages = lock.packages as Record<string, Manifest>
  for (const [path, manifest] of Object.entries(packages)) {
    if (!path.includes('node_modules/')) changeManifest(manifest, versions)
  }
}

export interface Versions {
  from: string
  to: string
}

function changeJson(text: string, change: (manifest: Manifest) => void): string {
  const manifest = JSON.parse(text) as Manifest
  change(manifest)
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function changeText(path: string, text: string, versions: Versions): string {
  if (path.endsWith('package.json')) return changeJson(text, (one) => changeManifest(one, versions))
  if (path.endsWith('package-lock.json'))
    return changeJson(text, (one) => changeLock(one, versions))
  return text.replace(NAMED, (found, name: string, version: string) =>
    version === versions.from ? `${name}${versions.to}` : found,
  )
}

/** Where a version may stand; records of the past keep theirs. */
const CHANGED = [
  '*package.json',
  '*package-lock.json',
  'apps/server/src/app/health/version.ts',
  'docs/guide/*.md',
  'ops/compose',
  'ops/kubernetes',
]

/** Writes the next version everywhere that a release names it; returns the changed files. */
export function changeVersion(root: string, versions: Versions): string[] {
  const listed = execFileSync('git', ['ls-files', '--', ...CHANGED], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => path !== '')
    .filter((path) => {
      const file = join(root, path)
      const before = readFileSync(file, 'utf8')
      const after = changeText(path, before, versions)
      if (after === before) return false
      writeFileSync(file, after)
      return true
    })
}
