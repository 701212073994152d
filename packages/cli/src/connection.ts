import { type COMMON_OPTIONS, readEnvironment, UsageError } from './command.ts'
import { readCredentials } from './credentials.ts'
import { call } from './http.ts'

export interface Connection {
  readonly url: string
  readonly key: string
  /** An API key of one environment, unlike a personal key. */
  readonly isApiKey: boolean
}

/** The options that every command takes, as parsed. */
export type CommonValues = { [Name in keyof typeof COMMON_OPTIONS]?: string | boolean | undefined }

const textOf = (value: string | boolean | undefined) =>
  typeof value === 'string' ? value : undefined

export const API_KEY_PREFIX = 'plk_'
export const PERSONAL_KEY_PREFIX = 'plp_'

export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`"${text}" is no address: write it as in https://plinth.example.com`)
  }
  return url.origin
}

/** The server and key of this call: PLINTH_KEY, or the last login. */
export async function connect(values: CommonValues): Promise<Connection> {
  const stored = await readCredentials()
  const own = process.env.PLINTH_KEY
  const named = textOf(values.url) ?? process.env.PLINTH_URL
  const url = named === undefined ? stored?.url : readUrl(named)
  // A stored key goes to its own server only.
  const key = own || (url !== undefined && url === stored?.url ? stored.key : undefined)
  if (url === undefined) throw new UsageError('No server: run plinth login --url URL')
  if (key === undefined)
    throw new UsageError(`Not logged in to ${url}: run plinth login --url ${url}`)
  return { url, key, isApiKey: key.startsWith(API_KEY_PREFIX) }
}

/** The projects of a personal key. */
export async function listProjects(connection: Connection) {
  const { projects } = await call<{ projects: { id: string; name: string; role: string }[] }>(
    connection,
    { path: '/api/project', query: { limit: '200' } },
  )
  return projects
}

/** The project of a command: as named, else the only one of the key. */
async function findProjectId(connection: Connection, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const projects = await listProjects(connection)
  const [only] = projects
  if (only && projects.length === 1) return only.id
  throw new UsageError('Name the project with --project ID; plinth projects lists them')
}

const PROJECT_ID = /^prj_[0-9a-z]{26}$/

export interface Place {
  readonly connection: Connection
  /** Undefined with an API key, which has its own project. */
  readonly projectId: string | undefined
  readonly environment: 'dev' | 'production' | undefined
}

/** The query parameters of the data API that name a place. */
export const placeQuery = ({ projectId, environment }: Omit<Place, 'connection'>) => ({
  $projectId: projectId,
  $environment: environment,
})

export async function openPlace(values: CommonValues): Promise<Place> {
  const environment = readEnvironment(textOf(values.environment))
  const connection = await connect(values)
  const named = textOf(values.project) ?? process.env.PLINTH_PROJECT
  if (named !== undefined && !PROJECT_ID.test(named)) {
    throw new UsageError(`"${named}" is no id of a project: plinth projects lists them`)
  }
  const projectId = connection.isApiKey ? named : await findProjectId(connection, named)
  return { connection, projectId, environment }
}

/** The project of a command that API keys cannot use. */
export async function openOwnPlace(values: CommonValues, what: string) {
  const { connection, projectId, environment } = await openPlace(values)
  if (connection.isApiKey || projectId === undefined) {
    throw new UsageError(
      `${what} needs a personal key: run plinth login. API keys read and write single rows`,
    )
  }
  return { connection, projectId, environment }
}
