import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { readStored } from '../../platform/stored-json.ts'
import { findPostgresFiles } from './native-files.ts'

export interface PostgresFiles {
  initdb: string
  postgres: string
  env: Record<string, string>
}

/**
 * PostgreSQL's programs and the environment they need.
 * The package creates the links between its libraries in an install script, which we do not run. They are created in the
 * data directory, because the installation may be read-only or owned by another account.
 */
export async function preparePostgresFiles(dataDir: string): Promise<PostgresFiles> {
  const native = findPostgresFiles()
  const links = join(dataDir, 'postgres-lib')
  await mkdir(links, { recursive: true, mode: 0o755 })
  for (const { source, target } of await readLinks(native)) {
    await pointTo(resolve(dirname(native), source), join(links, target.split('/').at(-1) ?? target))
  }
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}`,
    },
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

async function readLinks(native: string) {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  return readStored(Links, text, 'pg-symlinks.json')
}

async function pointTo(source: string, link: string): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === source) return
  await rm(link, { force: true })
  await symlink(source, link)
}
