import { readRule } from '@plinth/expression'
import type { RowsContext } from '../../../rows/context.ts'
import type { EnvironmentKey } from '../../../rows/environments/environments.ts'
import type { LiveEnvironment } from '../../../rows/environments/live-environment.ts'
import { isRowIndependent } from '../../../rows/statements/expression/request-needs.ts'

const APP_USERS = /^(users?):(\w+)(.*)$/

/** Whether any entry of the approvers means users of apps. */
const namesAppUsers = (approvers: readonly string[]): boolean =>
  approvers.some((approver) => APP_USERS.test(approver))

type Parts = Pick<RowsContext, 'environments'>
type Place = { projectId: string; environmentId: string }

async function findEnvironment(
  { environments }: Parts,
  place: Place,
): Promise<LiveEnvironment | undefined> {
  const key = await environments.findById(place)
  const found = key && (await environments.find(key))
  return found === 'preparing' ? undefined : found
}

/** Why the rule for app users cannot be decided; undefined if it can. */
function findRuleIssue({ model }: LiveEnvironment, rule: string): string | undefined {
  const read = readRule(rule, { catalogue: model.catalogue, mode: 'rule' })
  if (!read.ok) return `The rule for app users is not valid: ${read.issues[0]?.message ?? rule}`
  if (read.rule.type === 'locked' || !isRowIndependent(read.rule.checked))
    return 'The rule for app users may read @request.auth only, and no rows.'
  return undefined
}

/** The entries with the ids of Auth tables in the place of their names; an issue if a name or the rule is wrong. */
export async function resolveAppUsers(
  parts: Parts,
  place: Place,
  { approvers, appRule = '' }: { approvers: readonly string[]; appRule?: string | undefined },
): Promise<{ approvers: string[] } | { issue: string }> {
  if (!namesAppUsers(approvers)) return { approvers: [...approvers] }
  const environment = await findEnvironment(parts, place)
  if (!environment) throw new Error('approvals: environment not available')
  const issue = findRuleIssue(environment, appRule)
  if (issue !== undefined) return { issue }
  const resolved: string[] = []
  for (const approver of approvers) {
    const [, kind, name = '', rest = ''] = APP_USERS.exec(approver) ?? []
    const table = environment.model.tables.get(name)
    if (kind === undefined) resolved.push(approver)
    else if (table?.definition.type === 'Auth') resolved.push(`${kind}:${table.id}${rest}`)
    else return { issue: `"${name}" is not a table of app users (an Auth table).` }
  }
  return { approvers: resolved }
}

/** The names of the tables that an approval's entries mean by their ids; none while the database cannot be reached. */
export async function readTableNames(
  { environments }: Parts,
  { approvers, ...key }: EnvironmentKey & { approvers: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const found = namesAppUsers(approvers)
    ? await environments.find(key).catch(() => undefined)
    : undefined
  const tables = found instanceof Object ? [...found.model.tables.values()] : []
  return new Map(tables.map(({ id, name }) => [id, name]))
}

/** The entries with the names of tables in the place of ids. */
export function nameTables(
  names: ReadonlyMap<string, string>,
  approvers: readonly string[],
): string[] {
  return approvers.map((approver) => {
    const [, kind, id = '', rest = ''] = APP_USERS.exec(approver) ?? []
    return kind === undefined ? approver : `${kind}:${names.get(id) ?? id}${rest}`
  })
}
