import {
  ApprovalField,
  MAX_APPROVAL_DETAILS,
  MAX_APPROVAL_FIELDS,
  MAX_APPROVAL_RULE,
  MAX_APPROVAL_TITLE,
  MAX_APPROVER_LENGTH,
  MAX_APPROVER_URL,
  MAX_APPROVERS,
} from '@plinth/contract'
import { isObject, type Json, type JsonObject } from '../../node/json.ts'
import type { NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import type { ApprovalRequest } from '../../node/outcome.ts'
import { numberOf, requiredText, textOf } from '../../node/read-parameters.ts'
import { MAX_WAIT_MS, UNIT_MS } from '../parts/units.ts'

const ADDRESS = '[^\\s@:,]+@[^\\s@:,]+'

/** The kinds of entries by prefix, and how their values are written. Emails and roles are compared in lower case. */
const KINDS = {
  'role:': { pattern: /^role:(developer|owner|admin)$/, lower: true, max: MAX_APPROVER_LENGTH },
  'link:': { pattern: new RegExp(`^link:${ADDRESS}$`), lower: true, max: MAX_APPROVER_LENGTH },
  'users:': { pattern: /^users:\w+$/, lower: false, max: MAX_APPROVER_LENGTH },
  'user:': { pattern: /^user:\w+\/[^\s,]+$/, lower: false, max: MAX_APPROVER_LENGTH },
  'url:': { pattern: /^url:https?:\/\/[^\s@,#]+$/, lower: false, max: MAX_APPROVER_URL },
  '': {
    pattern: new RegExp(`^(stf_\\w{26}|${ADDRESS})$`),
    lower: true,
    max: MAX_APPROVER_LENGTH,
  },
} as const
const PREFIX = /^(role|link|users?|url):/i
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}]/u

const prefixOf = (written: string) =>
  (PREFIX.exec(written)?.[0].toLowerCase() ?? '') as keyof typeof KINDS

/** An entry of the approvers. It is of the kind that was written: an expression cannot change it. */
function readApprover(name: string, part: Json): string {
  const { written = '', value = '' } = isObject(part) ? part : {}
  const text = String(written).trim()
  const prefix = prefixOf(text)
  const { pattern, lower, max } = KINDS[prefix]
  const given = typeof value === 'string' ? value.trim() : JSON.stringify(value)
  const entry = lower ? given.toLowerCase() : prefix + given.slice(prefix.length)
  if (entry.length > max || UNSAFE.test(entry))
    throw badParameter(
      `"${name}" has an entry with control characters or with more than ${max} characters.`,
    )
  if (typeof value === 'string' && pattern.test(entry)) return entry
  throw badParameter(
    text.includes('{{')
      ? `"${name}" has an expression that gives "${entry}". It must give one email or id; write role: or link: before it.`
      : `"${name}" has "${entry}". Name members by email, or write role:owner or link:ada@example.com.`,
  )
}

/** Approvers as the compiler has split them. */
function readApprovers(parameters: JsonObject, name: string): string[] {
  const parts = parameters[name]
  if (!Array.isArray(parts)) return []
  if (parts.length > MAX_APPROVERS)
    throw badParameter(`"${name}" may have ${MAX_APPROVERS} approvers at most.`)
  return [...new Set(parts.map((part) => readApprover(name, part)))]
}

type FormIssue = NonNullable<ReturnType<typeof ApprovalField.safeParse>['error']>['issues'][number]

/** What is wrong with a field of the form, without the library's wording. */
function describeIssue(issue: FormIssue | undefined): string {
  const at = issue?.path.join('.') ?? ''
  if (issue?.code === 'too_big') {
    const unit = issue.origin === 'string' ? 'characters' : 'entries'
    return `${at} may have ${issue.maximum} ${unit} at most`
  }
  if (issue?.code === 'too_small') return `${at} must not be empty`
  if (issue?.code === 'unrecognized_keys') return `${issue.keys.join(', ')} is unknown`
  if (issue?.code === 'invalid_value') return `${at} must be one of ${issue.values.join(', ')}`
  if (issue?.code === 'invalid_type')
    return at === '' ? `it must be an ${issue.expected}` : `${at} must be a ${issue.expected}`
  return `${at} ${issue?.message ?? ''}`
}

function readFields(parameters: JsonObject): ApprovalField[] {
  const given = parameters.fields ?? []
  if (!Array.isArray(given)) throw badParameter('"fields" must be a list.')
  if (given.length > MAX_APPROVAL_FIELDS)
    throw badParameter(`"fields" may have ${MAX_APPROVAL_FIELDS} entries at most.`)
  const fields = given.map((entry, at) => {
    const { data, error } = ApprovalField.safeParse(entry)
    if (!data) {
      const [issue] = error.issues
      throw badParameter(`"fields", entry ${at + 1}: ${describeIssue(issue)}.`)
    }
    if (data.type === 'select' && data.options.length === 0)
      throw badParameter(`"fields", entry ${at + 1}: a select needs options.`)
    return data
  })
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    throw badParameter('"fields" has a name twice.')
  return fields
}

function readTimes(
  parameters: JsonObject,
  { isEscalating }: { isEscalating: boolean },
): Pick<ApprovalRequest, 'deadlineMs'> & { reminderMs?: number } {
  const unit = UNIT_MS.get(String(parameters.unit ?? 'days'))
  if (!unit) throw badParameter('"unit" must be seconds, minutes, hours or days.')
  const bounds = { min: 0, max: 3_000_000 }
  const deadlineMs = Math.round(
    unit * numberOf(parameters, 'deadline', { ...bounds, otherwise: 7 }),
  )
  if (deadlineMs < 1_000 || deadlineMs >= MAX_WAIT_MS)
    throw badParameter('"deadline" must be at least 1 second and less than 30 days.')
  if (isEscalating && 2 * deadlineMs >= MAX_WAIT_MS)
    throw badParameter(
      '"deadline" must be less than 15 days with "escalate_to": it starts again, and runs end after 30 days.',
    )
  const reminderMs = Math.round(
    unit * numberOf(parameters, 'reminder', { ...bounds, otherwise: 0 }),
  )
  if (reminderMs >= deadlineMs) throw badParameter('"reminder" must be before the deadline.')
  return { deadlineMs, ...(reminderMs > 0 ? { reminderMs } : {}) }
}

const isMode = (mode: string): mode is ApprovalRequest['mode'] =>
  mode === 'any' || mode === 'all' || mode === 'quorum'

function readMode(
  parameters: JsonObject,
  approvers: readonly string[],
): Pick<ApprovalRequest, 'mode' | 'quorum'> {
  const mode = textOf(parameters, 'mode') || 'any'
  if (!isMode(mode)) throw badParameter('"mode" must be any, all or quorum.')
  const bounds = { min: 1, max: MAX_APPROVERS, otherwise: 2 }
  const quorum = mode === 'quorum' ? Math.round(numberOf(parameters, 'quorum', bounds)) : 1
  const hasRole = approvers.some((approver) => /^(role|users):/.test(approver))
  if (!hasRole && quorum > approvers.length)
    throw badParameter('"quorum" is larger than the number of approvers.')
  return { mode, quorum }
}

/** Whether approvers may decide several at once, which leaves no room for a form. */
function readBulk(
  parameters: JsonObject,
  fields: readonly ApprovalField[],
): Pick<ApprovalRequest, 'bulk'> {
  const bulk = textOf(parameters, 'bulk') || 'no'
  if (bulk !== 'yes' && bulk !== 'no') throw badParameter('"bulk" must be yes or no.')
  if (bulk === 'no') return {}
  if (fields.some(({ required }) => required))
    throw badParameter('"bulk" is not possible with required fields in the form.')
  return { bulk: true }
}

const isAppUser = (approver: string) => /^users?:/.test(approver)

/** The rule for app users. They decide under a rule only, so that naming them without one is an error. */
function readAppRule(
  parameters: JsonObject,
  approvers: readonly string[],
): Pick<ApprovalRequest, 'appRule'> {
  const appRule = textOf(parameters, 'app_rule').trim()
  if (appRule.length > MAX_APPROVAL_RULE)
    throw badParameter(`"app_rule" may have ${MAX_APPROVAL_RULE} characters at most.`)
  if (!approvers.some(isAppUser)) return {}
  if (appRule === '')
    throw badParameter('"app_rule" is empty. App users decide only if a rule allows it.')
  return { appRule }
}

export const runApproval: NodeRun = ({ parameters }) => {
  const title = requiredText(parameters, 'title').trim()
  if (title.length > MAX_APPROVAL_TITLE)
    throw badParameter(`"title" may have ${MAX_APPROVAL_TITLE} characters at most.`)
  const details = textOf(parameters, 'details')
  if (details.length > MAX_APPROVAL_DETAILS)
    throw badParameter(`"details" may have ${MAX_APPROVAL_DETAILS} characters at most.`)
  for (const text of [title, details])
    if (text.includes('\0') || !text.isWellFormed())
      throw badParameter('"title" or "details" has characters that cannot be stored.')
  const approvers = readApprovers(parameters, 'approvers')
  if (approvers.length === 0) throw badParameter('"approvers" is empty.')
  const escalation = readApprovers(parameters, 'escalate_to')
  const fields = readFields(parameters)
  const request: ApprovalRequest = {
    title,
    details,
    fields,
    approvers,
    ...readMode(parameters, approvers),
    ...readTimes(parameters, { isEscalating: escalation.length > 0 }),
    escalation,
    ...readAppRule(parameters, [...approvers, ...escalation]),
    ...readBulk(parameters, fields),
  }
  return { status: 'approval', request }
}
