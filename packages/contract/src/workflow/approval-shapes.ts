import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { idOf, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { RunId } from './run-shapes.ts'
import { WorkflowId } from './workflow-shapes.ts'

export const ApprovalId = idOf('apv')

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'expired', 'cancelled'] as const
export const ApprovalState = z.enum(APPROVAL_STATES)
export type ApprovalState = z.infer<typeof ApprovalState>

/** `any`: one decision ends it · `all`: every approver must approve · `quorum`: a number of people decide alike. */
export const APPROVAL_MODES = ['any', 'all', 'quorum'] as const
export const APPROVAL_FIELD_TYPES = ['text', 'number', 'boolean', 'select'] as const

export const MAX_APPROVAL_TITLE = 200
export const MAX_APPROVAL_DETAILS = 20_000
export const MAX_APPROVAL_FIELDS = 30
export const MAX_APPROVAL_LABEL = 120
export const MAX_APPROVERS = 50
/** As long as an address of email can be. */
export const MAX_APPROVER_LENGTH = 254
export const MAX_APPROVER_URL = 1_000
export const MAX_APPROVAL_TEXT = 4_000
export const MAX_APPROVAL_RULE = 2_000

/** One field of the form that approvers fill in. */
export const ApprovalField = z.strictObject({
  /** Requests cannot have the two keys that are excluded. */
  name: z
    .string()
    .regex(
      /^(?!(constructor|prototype)$)[A-Za-z][A-Za-z0-9_]{0,59}$/,
      'is not a name such as "amount"',
    ),
  label: StorableText.max(MAX_APPROVAL_LABEL).default(''),
  type: z.enum(APPROVAL_FIELD_TYPES).default('text'),
  /** Must have a value to approve; rejecting needs none. */
  required: z.boolean().default(false),
  /** Of a select. */
  options: z.array(StorableText.min(1).max(MAX_APPROVAL_LABEL)).max(100).default([]),
})
export type ApprovalField = z.infer<typeof ApprovalField>

export const ApprovalValues = z.record(
  z.string().max(60),
  z.union([StorableText.max(MAX_APPROVAL_TEXT), z.number(), z.boolean(), z.null()]),
)
export type ApprovalValues = z.infer<typeof ApprovalValues>

/** An approval as shown in the inbox. */
export const Approval = z.object({
  id: ApprovalId,
  title: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES),
  workflowId: WorkflowId,
  workflowName: z.string(),
  runId: RunId,
  /** The label of the node that waits. */
  node: z.string(),
  state: ApprovalState,
  createdOn: Timestamp,
  deadlineOn: Timestamp,
  /** When it was decided, or ended otherwise. */
  endedOn: Timestamp.nullable(),
  /** Whether the caller may decide it now. */
  canDecide: z.boolean(),
  /** Whether it may be decided together with others, without opening it. */
  bulk: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

export const ApprovalDecision = z.object({
  /** The email of the person, `table/id (email)` of an app user, or the address of another system. */
  by: z.string(),
  decision: z.enum(['approve', 'reject']),
  values: ApprovalValues,
  comment: z.string(),
  decidedOn: Timestamp,
})
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

/** What an approver is shown, in the console and on the page of a link. */
export const ApprovalForm = z.object({
  title: z.string(),
  details: z.string(),
  fields: z.array(ApprovalField),
  state: ApprovalState,
  deadlineOn: Timestamp,
})
export type ApprovalForm = z.infer<typeof ApprovalForm>

export const ApprovalDetail = Approval.extend({
  ...ApprovalForm.shape,
  /**
   * Members by email or id, `role:` and a role, `link:` and an address, `users:` and a table, `user:` and a table with an
   * id, `url:` and the address of another system.
   */
  approvers: z.array(z.string()),
  mode: z.enum(APPROVAL_MODES),
  /** How many people must decide alike, if `mode` is `quorum`. */
  quorum: z.number().int(),
  /** The deadline has passed once, and the approval went on to other approvers. */
  isEscalated: z.boolean(),
  decisions: z.array(ApprovalDecision),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>
