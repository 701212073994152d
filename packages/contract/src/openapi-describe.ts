import { SERVER_KEY_HEADER, VISITOR_ADDRESS_HEADER } from './project/api-key.ts'
import { type Access, type Endpoint, PROOF_MINUTES } from './protocol/endpoint.ts'

const WHO: Record<Access, string> = {
  public: 'Anyone may call it; a token is ignored.',
  caller: 'Needs the token of staff or of an app user.',
  user: 'Needs the token of an app user.',
  key: 'Needs an API key.',
  rules:
    'Rules decide: send the token of an app user, an API key or the token of staff, or nothing as a guest.',
  staff: 'Needs the token of staff.',
  admin: 'Only for admins of the organisation.',
  'project:developer': 'For members of the project.',
  'project:owner': 'For owners of the project and admins.',
  'project:admin': 'Only for admins of the organisation.',
}

const PRODUCTION: Record<string, string> = {
  named: 'Staff need the permission to read production for data of production.',
  record: 'Staff need the permission to read production for data of production.',
  each: 'Leaves production out for members without the permission to read it.',
  always: 'Needs the permission to read production.',
}

const PROOF = {
  always: `Needs the password or a two-factor code of the last ${PROOF_MINUTES} minutes.`,
  conditional: `May need the password or a two-factor code of the last ${PROOF_MINUTES} minutes.`,
}

const USE: Record<string, string> = {
  read: 'Refused while the project is suspended or archived.',
  write: 'Refused unless the project is open.',
}

const VISITORS = `Has limits per address: the server of an app names its visitor's in ${VISITOR_ADDRESS_HEADER}, with a key that may in ${SERVER_KEY_HEADER}.`

/** What an endpoint declares about its callers, body and answer, in sentences. */
export function describeEndpoint(endpoint: Endpoint): string {
  const { access, production, use, proof } = endpoint
  const sentences = [
    `${endpoint.summary}.`,
    WHO[access],
    production && PRODUCTION[production],
    use && USE[use],
    proof && PROOF[proof],
    endpoint.countsVisitors && VISITORS,
    endpoint.takesLines && 'The body has one JSON object per line.',
    endpoint.streams && 'Answers with server-sent events.',
    endpoint.sendsFile && 'Answers with a file.',
  ]
  return sentences.filter((sentence) => sentence).join(' ')
}

interface DescribedParameter {
  readonly description: string
  readonly example?: unknown
}

/** Parameters that many calls have, by name. */
const PARAMETERS: Readonly<Record<string, DescribedParameter>> = {
  $projectId: {
    description: 'The project; not needed if the host name or an API key selects it.',
    example: 'prj_01m7gtx6xpe4ev8fjprkj3gyda',
  },
  $environment: { description: 'The environment; dev unless set.', example: 'dev' },
  $page: { description: 'The page, from 1.', example: 1 },
  $limit: { description: 'Rows per page.', example: 20 },
  $cursor: {
    description: 'The `cursor` of the page before; reads on where it ended, whatever was added.',
  },
  $filter: {
    description: 'An expression that rows must match.',
    example: 'createdOn > "2026-01-01"',
  },
  $sort: {
    description: 'Fields to sort by; `-` before one sorts descending.',
    example: '-createdOn',
  },
  $withRelation: {
    description: 'Relations whose rows are answered under `expand`, separated by commas.',
  },
  $columns: { description: 'The fields to answer, separated by commas; `id` always is.' },
  $version: {
    description:
      'v2 adds `page`, `limit`, `total`, `hasMore` and `cursor` to a list. The client sends v2.',
    example: 'v2',
  },
  $count: { description: '`false` leaves `total` out, which is faster.', example: 'true' },
  projectId: { description: 'The project.', example: 'prj_01m7gtx6xpe4ev8fjprkj3gyda' },
  table: { description: 'The name of a table.', example: 'notes' },
  environment: { description: 'The environment.' },
  cursor: { description: 'Where the page before ended.' },
  limit: { description: 'The maximum number of entries.' },
}

/** `workflowId` as `The workflow id.` */
const inWords = (name: string) =>
  `The ${name
    .replace('$', '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()}.`

/** The description of a parameter, with an example if the schema accepts it. */
export function describeParameter(name: string): DescribedParameter {
  return PARAMETERS[name] ?? { description: inWords(name) }
}
