import {
  type AppUserPlace,
  type Column,
  listAppAccounts as endpoint,
  Row,
  RowQuery,
  USERS_PER_PAGE,
} from '@plinth/contract'
import { findDisplayField } from '@plinth/schema'
import * as z from 'zod'
import { asId } from '../../databases/sql/bind-values.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { withAuthTable } from '../app-users/with-auth-table.ts'
import type { RowsContext } from '../context.ts'
import { readPage } from '../read/list-rows.ts'
import { staffPolicy } from '../request/access-policy.ts'
import { type OpenTable, systemOrigin } from '../request/row-request.ts'
import { selectSummaries } from './app-account-store.ts'

const Page = z.object({ data: z.array(Row), cursor: z.string().nullable() })

/** The field that names a user beside the address; undefined if it is hidden. */
function nameFieldOf({ table }: OpenTable): Column | undefined {
  const field = findDisplayField(table.definition)
  const isShown = field && field.name !== 'email' && !field.options.isHidden
  return isShown && table.columns.has(field.name) ? field : undefined
}

/** A text as a literal of the expression language. */
const quote = (text: string): string => JSON.stringify(text.replaceAll('\0', '').toWellFormed())

function filterOf(search: string, name: Column | undefined): string | undefined {
  const text = search.trim()
  if (text === '') return undefined
  const fields = ['email', ...(name && name.type !== 'select' ? [name.name] : [])]
  const parts = fields.map((field) => `${field} ~ ${quote(text)}`)
  const id = asId(text)
  return [...parts, ...(id === null ? [] : [`id = ${quote(id)}`])].join(' || ')
}

interface Asked extends AppUserPlace {
  readonly search: string
  readonly cursor: string
}

async function readUsers(open: OpenTable, { search, cursor }: Asked, request: RequestInfo) {
  const name = nameFieldOf(open)
  const hasCreated = open.table.columns.has('createdOn')
  const columns = ['id', 'email', 'verified', hasCreated && 'createdOn', name?.name]
  const query = RowQuery.parse({
    $columns: columns.filter((one) => typeof one === 'string').join(','),
    $filter: filterOf(search, name),
    $sort: hasCreated ? '-createdOn' : undefined,
    $limit: USERS_PER_PAGE,
    $cursor: cursor,
    $version: 'v2',
    $count: 'false',
  })
  const origin = systemOrigin(request)
  const text = await readPage({ ...open, query, origin, policy: staffPolicy() })
  return { page: readStored(Page, text, 'page of users'), name, environment: open.environment }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Two statements, whatever the number of users: a page of rows, and what the platform knows about them. */
export const listAppAccounts = route(
  endpoint,
  async ({ project, query, request }, context: RowsContext) => {
    context.stoppedProjects.refuse(project.id, 'read')
    const place = { projectId: project.id, ...query }
    const found = await withAuthTable(context, place, (open) => readUsers(open, query, request))
    if (!found) throw new ApiError('not_found', 'There is no such Auth table in this environment.')
    const { page, name, environment } = found
    const known = await selectSummaries(context.db, {
      environmentId: environment.id,
      tableId: query.tableId,
      userIds: page.data.map(({ id }) => id),
    })
    const data = page.data.map((row) => {
      const summary = known.get(row.id)
      return {
        id: row.id,
        email: textOf(row.email) ?? '',
        name: name ? textOf(row[name.name]) : null,
        verified: Boolean(row.verified),
        createdOn: row.createdOn ? new Date(row.createdOn).toISOString() : null,
        lastSeenOn: summary?.lastSeen?.toISOString() ?? null,
        openSessions: summary?.openSessions ?? 0,
        disabledOn: summary?.disabledAt?.toISOString() ?? null,
      }
    })
    return { data, nextCursor: page.cursor }
  },
)
