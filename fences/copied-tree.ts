import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from './list-files.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = ['packages', 'apps', 'e2e', 'spec', 'fences', 'bench', 'faults', 'ops']

/** Path in the tree and content. */
export type Files = Record<string, string>

export interface CopiedTree {
  write(files: Files): void
  run(tool: string, ...words: string[]): { status: number | null; output: string }
  remove(): void
}

function copyFiles(to: string): void {
  for (const name of listFiles(ROOT)) {
    // No tool reads the lock file.
    if (name === 'package-lock.json') continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    copyFileSync(join(ROOT, name), join(to, name))
  }
  for (const room of ROOMS) mkdirSync(join(to, room), { recursive: true })
}

/** Packages to copy, because a link resolves to a path outside the copy, which `^node_modules/` does not match. */
const COPIED = ['undici']

/** One link per package: a link to the whole folder would lead workspace imports back to the real tree. */
function linkModules(to: string): void {
  const modules = join(ROOT, 'node_modules')
  mkdirSync(join(to, 'node_modules/@plinth'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name === '@plinth' || (name.startsWith('.') && name !== '.bin')) continue
    if (COPIED.includes(name)) {
      cpSync(join(modules, name), join(to, 'node_modules', name), { recursive: true })
    } else symlinkSync(join(modules, name), join(to, 'node_modules', name))
  }
  for (const name of readdirSync(join(modules, '@plinth'))) {
    const room = relative(ROOT, realpathSync(join(modules, '@plinth', name)))
    symlinkSync(join(to, room), join(to, 'node_modules/@plinth', name))
  }
}

/** A copy of the repository, so that planting violations does not affect the real tree. */
export function copyTree(): CopiedTree {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'plinth-fences-')))
  copyFiles(home)
  linkModules(home)
  const bin = join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NO_COLOR: '1' }
  return {
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(home, name)), { recursive: true })
        writeFileSync(join(home, name), content)
      }
    },
    run(tool, ...words) {
      const limits = { cwd: home, env, encoding: 'utf8', maxBuffer: 268_435_456 } as const
      const { status, stdout, stderr, error } = spawnSync(join(bin, tool), words, limits)
      if (error) throw new Error(`${basename(tool)} did not start: ${error.message}`)
      return { status, output: stdout.trim() === '' ? stderr : stdout }
    },
    remove() {
      rmSync(home, { recursive: true, force: true })
    },
  }
}
