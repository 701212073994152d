const CALLS = `
const client = createClient({ baseUrl: process.argv[2], token: () => 'key' })
const notes = createData({ client }).table('notes')
async function main() {
  const { data, total } = await notes.getMany({ $filter: filter\`title ~ \${'a'}\` })
  const missing = createClient({
    baseUrl: '',
    token: () => null,
    warn: () => undefined,
    fetch: async () => Response.json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 }),
  })
  const error = await createData({ client: missing }).table('notes').getOne('r1').catch((it) => it)
  if (!(error instanceof ApiError) || typeof cookieStore !== 'function') throw error
  console.log(data.length + ' row' + (total === 1 ? '' : 's') + ', rejected with ' + error.status)
}
main()
`

/** Programs that call the installed package, by file name; the first argument is the server's address. */
export const SAMPLES = {
  'list.mjs': `import { ApiError, createClient, createData, filter } from '@plinth/client'
import { cookieStore } from '@plinth/client/next'
${CALLS}`,
  'list.cjs': `const { ApiError, createClient, createData, filter } = require('@plinth/client')
const { cookieStore } = require('@plinth/client/next')
${CALLS}`,
}

/** Code that uses every entry with types; a wrong name must be an error. */
export const TYPED_SAMPLE = `import { ApiError, createClient, createData, createUsers, type FileInput, type FileValue, filter, localStorageStore, memoryStore } from '@plinth/client'
import { cookieStore } from '@plinth/client/next'
import { createDataHooks, createQueryClient, rowsOptions, useSession } from '@plinth/client/react'

interface Tables {
  notes: {
    row: { id: string; createdOn: string; updatedOn: string; title: string; picture: FileValue | null }
    create: { title: string; picture?: FileInput | null }
    update: { title?: string; picture?: FileInput | null }
    relation: never
  }
}

export const store = localStorageStore()
export const client = createClient({ baseUrl: 'https://api.example.com', session: store })
export const data = createData<Tables>({ client, projectId: 'prj_1' })
export const users = createUsers<{ id: string; email: string }>({ client, table: 'users' })
export const queries = createQueryClient()
export const hooks = createDataHooks(data)
export const { useRows, useLiveRows, useCreateRow, useDeleteRow } = hooks

export async function work(file: File): Promise<number> {
  const notes = data.table('notes')
  const page = await notes.getMany({ $filter: filter\`title = \${'a'}\`, $sort: ['-title'] })
  const total: number = page.total
  const cursor: string | null = page.cursor
  const plain = await notes.getMany({ $version: 'v1' })
  // @ts-expect-error Version 1 has no total.
  plain.total
  // @ts-expect-error There is no such column.
  await notes.create({ titel: 'a' })
  // @ts-expect-error A title is no file.
  await notes.upload('title', file)
  const row = await notes.create({ title: 'a', picture: file }, { onSent: (share) => share * 100 })
  const [link] = await notes.links(row, 'picture')
  const thumb = await notes.thumb(row, 'picture')
  const listed = await queries.fetchQuery(rowsOptions(data, { table: 'notes', $limit: 1 }))
  const text: string | undefined = listed.data[0]?.title
  const stop: () => void = notes.subscribe({ filter: filter\`title = \${'a'}\`, onState: (state) => state === 'live' }, (change) => {
    if (change.type === 'update') change.row.title.trim()
    // @ts-expect-error A deleted row has no values.
    if (change.type === 'delete') change.row.title
  })
  stop()
  const user = await users.signIn({ email: 'a@example.com', password: 'x' })
  const error: unknown = new Error(user.user.email + text + link?.url + thumb?.url + cursor)
  return error instanceof ApiError ? error.status : total
}

export function useTitles(): string[] {
  const session = useSession(store)
  const create = useCreateRow('notes')
  create.mutate({ title: 'b' })
  const { data: page } = useRows('notes', { $limit: 5, enabled: session !== null })
  const shown: number | undefined = page?.total
  const live = useLiveRows('notes', { filter: 'title != ""', sort: (a, b) => a.title.localeCompare(b.title) })
  const titles = live.isLoading ? [] : live.rows.map(({ title }) => title)
  return page?.data.map(({ title }) => title + shown + titles.join()) ?? []
}

export const onServer = createClient({
  baseUrl: 'https://api.example.com',
  session: cookieStore({ get: () => undefined, set: () => undefined }),
})
export const inMemory = memoryStore()
`

/** A strict configuration of an app that checks the package's declarations too. */
export function tsconfigFor(resolution: 'bundler' | 'node16') {
  return {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: resolution === 'node16',
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module: resolution === 'bundler' ? 'esnext' : 'node16',
      moduleResolution: resolution,
      skipLibCheck: true,
    },
    files: ['app.ts'],
  }
}

/** A page that mounts the hooks, for a bundler. */
export const PAGE = {
  'index.html': '<div id="root"></div><script type="module" src="/main.ts"></script>\n',
  'main.ts': `import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { queries, useTitles } from './app.ts'

function Titles() {
  return createElement('p', null, useTitles().join(', '))
}
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(QueryClientProvider, { client: queries }, createElement(Titles)))
`,
}
