import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'
import { RowQuery } from './row.ts'

/** Subscriptions of one connection. */
export const MAX_SUBSCRIPTIONS = 100
/** Characters of the `subscriptions` parameter; more are added by POST. */
export const MAX_SUBSCRIPTION_TEXT = 8_192
/** Rows that a subscription begins with, if it asks for them. */
export const MAX_INITIAL_ROWS = 1_000

const name = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'is 1 to 32 letters, digits, "_" and "-"')
const position = z.string().max(80)

/** Rows of one table that a connection wants the changes of. */
export const LiveSubscription = z.strictObject({
  /** The client's own name for it. */
  id: name,
  /** The table's name. */
  table: z.string().min(1).max(64),
  /** As `$filter` of a list. */
  filter: z.string().max(4096).optional(),
  /** The id of a row: its changes only, under the view rule. */
  row: z.string().max(64).optional(),
  /** Sends the matching rows first. */
  rows: z.boolean().optional(),
  /** The position after which changes are sent; those from now on if there is none. */
  after: position.optional(),
})
export type LiveSubscription = z.infer<typeof LiveSubscription>

export const LiveSubscriptions = z.array(LiveSubscription).max(MAX_SUBSCRIPTIONS)
export type LiveSubscriptions = z.infer<typeof LiveSubscriptions>

export const CHANGE_TYPES = ['create', 'update', 'delete', 'leave'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** Why a client has to read its rows again: `rows` means too many to know which of them leave. */
export const RESET_REASONS = ['position', 'schema', 'log', 'rows'] as const
export type ResetReason = (typeof RESET_REASONS)[number]

const query = RowQuery.pick({ $projectId: true, $environment: true, $version: true })

export const streamLiveRows = endpoint({
  name: 'streamLiveRows',
  summary: 'Changes of rows as they happen, as server-sent events',
  method: 'GET',
  path: '/api/data/$events',
  access: 'rules',
  production: 'named',
  streams: true,
  checksRights: true,
  query: query.extend({
    /** A JSON list of subscriptions. */
    subscriptions: z.string().max(MAX_SUBSCRIPTION_TEXT).optional(),
    /** As the header `Last-Event-ID`. */
    after: position.optional(),
  }),
  answer: z.looseObject({}),
})

export const changeLiveSubscriptions = endpoint({
  name: 'changeLiveSubscriptions',
  summary: 'Add subscriptions to an open stream of changes, or end some',
  method: 'POST',
  path: '/api/data/$events',
  access: 'rules',
  production: 'named',
  status: 202,
  limits: { bytes: 131_072, depth: 8, keys: 1_000 },
  query,
  body: z.strictObject({
    connectionId: z.string().max(80),
    subscribe: LiveSubscriptions.optional(),
    unsubscribe: z.array(name).max(MAX_SUBSCRIPTIONS).optional(),
  }),
  answer: z.object({}),
})

export const getLiveUsage = endpoint({
  name: 'getLiveUsage',
  summary: 'Open streams of changes and their subscriptions',
  method: 'GET',
  path: '/api/project/{projectId}/live',
  access: 'project:developer',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  query: z.strictObject({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.object({
    connections: z.number(),
    subscriptions: z.number(),
    /** The longest time from the commit of a change to its delivery in the last minute. */
    lagMilliseconds: z.number(),
  }),
})
