/** Base URL and scope of the calls. A domain selects the project and the environment. */
export interface Target {
  address: string
  projectId: string
  environment: string
  isDomain: boolean
  /** Who calls. An API key selects the project and the environment. */
  bearer: 'user' | 'key'
}

interface CurlCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: unknown
  /** Sign-up and sign-in need no token. */
  isOpen?: boolean
}

/** Shell variable that holds the token. */
const BEARERS = { user: 'TOKEN', key: 'PLINTH_KEY' } as const

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

/** A call as a curl command. */
export function writeCurl(target: Target, call: CurlCall): string {
  const { method, path, query = {}, body, isOpen } = call
  const parameters = Object.entries({ ...requestScopeOf(target), ...query })
  const url = `${target.address}${path}`
  const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const start =
    method === 'GET'
      ? `curl -G ${quote(url)}`
      : `curl -X ${method} ${quote(search ? `${url}?${search}` : url)}`
  const lines = [
    start,
    isOpen ? '' : `-H "Authorization: Bearer $${BEARERS[target.bearer]}"`,
    ...(method === 'GET'
      ? parameters.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
      : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}
