/** Base URL and scope of the calls. A domain selects the project and the environment. */
export interface Target {
  address: string
  projectId: string
  environment: string
  isDomain: boolean
  /** Who calls. An API key selects the project and the environment. */
  bearer: 'guest' | 'user' | 'key'
}

/** A call of the data API as the samples write it. */
export interface SampleCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: unknown
  /** Sign-up and sign-in need no token. */
  isOpen?: boolean
}

/** Shell variable that holds the token. */
const BEARERS = { guest: undefined, user: 'TOKEN', key: 'PLINTH_KEY' } as const

/** Quotes a text for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function requestScopeOf(target: Target): Record<string, string> {
  const { projectId, environment, isDomain, bearer } = target
  if (isDomain || bearer === 'key') return {}
  const scope = { $projectId: projectId }
  return environment === 'dev' ? scope : { ...scope, $environment: environment }
}

/** Parameters of an address; a dollar sign needs no escape there. */
export function writeSearch(parameters: readonly (readonly [string, string])[]): string {
  return parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** A call as a curl command. */
export function writeCurl(target: Target, call: SampleCall): string {
  const { method, path, query = {}, body, isOpen } = call
  const parameters = Object.entries({ ...requestScopeOf(target), ...query })
  const url = `${target.address}${path}`
  const search = writeSearch(parameters)
  const variable = BEARERS[target.bearer]
  const start =
    method === 'GET'
      ? `curl -G ${quote(url)}`
      : `curl -X ${method} ${quote(search ? `${url}?${search}` : url)}`
  const lines = [
    start,
    isOpen || !variable ? '' : `-H "Authorization: Bearer $${variable}"`,
    ...(method === 'GET'
      ? parameters.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
      : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}
