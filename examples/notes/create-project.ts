import { readFile, writeFile } from 'node:fs/promises'

const {
  PLINTH_URL = 'http://localhost:4000',
  PLINTH_ADMIN_EMAIL,
  PLINTH_ADMIN_PASSWORD,
} = process.env

async function call(path: string, { token, body }: { token?: string; body: unknown }) {
  const answer = await fetch(`${PLINTH_URL}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(`Plinth does not answer at ${PLINTH_URL}. Start it, or set PLINTH_URL.`)
  })
  const content = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${content.error?.message ?? answer.status}`)
  return content
}

/** Creates a project with the tables of `tables.json`, syncs it and writes its id for the app. */
async function main(): Promise<void> {
  if (!PLINTH_ADMIN_EMAIL || !PLINTH_ADMIN_PASSWORD) {
    throw new Error('Set PLINTH_ADMIN_EMAIL and PLINTH_ADMIN_PASSWORD to what you sign in with.')
  }
  const account = { email: PLINTH_ADMIN_EMAIL, password: PLINTH_ADMIN_PASSWORD }
  const { token } = await call('/auth/login', { body: account })
  const name = `Notes ${new Date().toISOString().slice(0, 19)}`
  const { projectId } = await call('/api/project', { token, body: { cloned: false, name } })
  const tables = await readFile(new URL('tables.json', import.meta.url), 'utf8')
  const body = { newConfiguration: JSON.parse(tables) }
  await call(`/api/project/${projectId}/configuration`, { token, body })
  await call(`/api/database/${projectId}/sync`, { token, body: {} })
  const settings = `VITE_PROJECT_ID=${projectId}\nVITE_PLINTH_URL=${PLINTH_URL}\n`
  await writeFile(process.argv[2] ?? new URL('.env.local', import.meta.url), settings)
  process.stdout.write(`${name}: ${projectId}\n`)
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
