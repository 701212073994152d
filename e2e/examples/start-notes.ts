import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { ADMIN } from '../../faults/stack/stack.ts'
import { product } from '../harness/product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
export const EXAMPLE = join(root, 'examples/notes')

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** The example app, built according to its README and served from its own host. */
export interface ServedExample {
  projectId: string
  /** A host name that resolves to this machine, for the project's domains. */
  host: string
  address: string
  close(): Promise<void>
}

/** Serves the files of a built app, and index.html for all other paths. */
async function serve(folder: string) {
  const server = createServer((request, response) => {
    const type = TYPES[extname(request.url ?? '')]
    response.setHeader('content-type', type ?? 'text/html')
    createReadStream(join(folder, type ? (request.url ?? '') : 'index.html')).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Follows the README: creates the project with the example's script, builds the app and serves it. */
export async function serveExample(): Promise<ServedExample> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-notes-'))
  const settings = join(folder, 'settings')
  await run('npm', ['run', 'create-project', '--', settings], {
    cwd: EXAMPLE,
    env: {
      ...process.env,
      PLINTH_URL: product().address,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
    },
  })
  const env = parseEnv(await readFile(settings, 'utf8'))
  const built = join(folder, 'built')
  await run(join(root, 'node_modules/.bin/vite'), ['build', '--outDir', built], {
    cwd: EXAMPLE,
    env: { ...process.env, ...env },
  })
  const { server, port } = await serve(built)
  const projectId = env.VITE_PROJECT_ID ?? ''
  const host = `notes-${projectId.slice(-12)}.localhost`
  return {
    projectId,
    host,
    address: `http://${host}:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
