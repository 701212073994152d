import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Earlier } from './check-conformance.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = 'not-built-yet.json'

function fileAt(cwd: string, commit: string, path: string): string | null {
  try {
    return execFileSync('git', ['show', `${commit}:spec/${path}`], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 16_777_216,
    })
  } catch {
    return null
  }
}

/** The list before this change: that of HEAD, or of HEAD~1 if it is unchanged since. */
export function readEarlier(root = ROOT): Earlier | null {
  const head = fileAt(root, 'HEAD', FILE)
  const unchanged = head === readFileSync(`${root}/spec/${FILE}`, 'utf8')
  const commit = unchanged ? 'HEAD~1' : 'HEAD'
  const before = unchanged ? fileAt(root, commit, FILE) : head
  if (before === null) return null
  const ids = (name: string) => {
    const list = JSON.parse(fileAt(root, commit, `catalogue/${name}.json`) ?? '[]')
    return (list as { id: string }[]).map((one) => one.id)
  }
  return {
    notBuilt: JSON.parse(before) as Earlier['notBuilt'],
    known: { routes: ids('routes'), strings: ids('strings'), constants: ids('constants') },
  }
}
