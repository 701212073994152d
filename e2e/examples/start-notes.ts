import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { installExample } from './install-example.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
const REACT_18 = ['react@18.3.1', 'react-dom@18.3.1', '@types/react@18', '@types/react-dom@18']

/** The example app, built according to its README and served from its own host. */
export interface ServedExample {
  folder: string
  projectId: string
  /** A host name that resolves to this machine, for the project's domains. */
  host: string
  address: string
  /** Replaces React 19 by 18, and builds the app again. */
  useReact18(): Promise<void>
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

/** Follows the README: installs the app with the packed client, creates its project, builds and serves it. */
export async function serveNotes(): Promise<ServedExample> {
  const { folder, npm, remove } = await installExample('notes')
  const build = async () => {
    await npm(['run', 'check'])
    await npm(['run', 'build'])
  }
  await build()
  const env = parseEnv(await readFile(join(folder, '.env.local'), 'utf8'))
  const { server, port } = await serve(join(folder, 'dist'))
  const projectId = env.VITE_PROJECT_ID ?? ''
  const host = `notes-${projectId.slice(-12)}.localhost`
  return {
    folder,
    projectId,
    host,
    address: `http://${host}:${port}`,
    async useReact18() {
      await npm(['install', '--no-audit', '--no-fund', '--prefer-offline', ...REACT_18])
      await build()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await remove()
    },
  }
}
