import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const TYPESCRIPT = ['*.ts', '*.tsx']

/** Existing files below `root` that Git tracks or would track, relative to it; all if no pattern is given. */
export function listFiles(root: string, patterns: readonly string[] = []): string[] {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...patterns]
  const names = execFileSync('git', flags, { cwd: root, encoding: 'utf8' }).split('\0')
  // Git lists deleted files too, and files in a merge conflict several times.
  return [...new Set(names)].filter((name) => name !== '' && existsSync(join(root, name)))
}
