import * as z from 'zod'
import { Environment } from '../project/environment.ts'
import { ProductionStatus } from '../project/production-status.ts'
import { idOf, Timestamp } from '../protocol/ids.ts'
import { NodeDefinition } from './node-definition.ts'

export const WorkflowId = idOf('wfl')

export const WorkflowNode = z.strictObject({
  id: z.string().min(1).max(200),
  type: z.literal('custom').default('custom'),
  position: z.strictObject({ x: z.number(), y: z.number() }),
  data: z.strictObject({
    definition: NodeDefinition,
    active: z.boolean().default(true),
    parameters: z.record(z.string(), z.json()).default({}),
    credentials: z.record(z.string(), z.string()).default({}),
    label: z.string().max(200),
    isDisabled: z.boolean().default(false),
    /** Replaces the node's result in test runs; ignored in triggered runs. */
    pinned: z.json().optional(),
  }),
})
export type WorkflowNode = z.infer<typeof WorkflowNode>

export const Connection = z.strictObject({
  id: z.string().min(1).max(400),
  source: z.string().max(200),
  target: z.string().max(200),
  sourceHandle: z.string().max(200).nullable(),
  targetHandle: z.string().max(200).nullable(),
})
export type Connection = z.infer<typeof Connection>

/** Limits of the size of a note, in pixels at a zoom of 100 %. */
export const NOTE_LIMITS = { minWidth: 120, minHeight: 60, max: 2000 } as const

/** A text in Markdown on the canvas, which no run reads. */
export const WorkflowNote = z.strictObject({
  id: z.string().min(1).max(200),
  text: z.string().max(10_000),
  position: z.strictObject({ x: z.number(), y: z.number() }),
  size: z
    .strictObject({
      width: z.number().min(NOTE_LIMITS.minWidth).max(NOTE_LIMITS.max),
      height: z.number().min(NOTE_LIMITS.minHeight).max(NOTE_LIMITS.max),
    })
    .optional(),
})
export type WorkflowNote = z.infer<typeof WorkflowNote>

export const MAX_NOTES = 200

export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 30

const hasEachOnce = (tags: readonly string[]) =>
  new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length

/** The tags of a workflow, by which lists are filtered. */
export const WorkflowTags = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'is empty: write a tag or leave it out')
      .max(MAX_TAG_LENGTH, `is too long: at most ${MAX_TAG_LENGTH} characters`),
  )
  .max(MAX_TAGS, `has more than ${MAX_TAGS} tags`)
  .refine(hasEachOnce, 'has a tag twice: capitals make no difference')

export const FAILURE_ACTIONS = ['stop', 'continue'] as const

/** Execution settings of a workflow; parsing `{}` gives the spec's defaults. */
export const WorkflowSettings = z.strictObject({
  errorHandling: z
    .strictObject({
      retryCount: z.number().int().min(0).default(0),
      retryDelay: z.number().min(0).default(0),
      failureAction: z.enum(FAILURE_ACTIONS).default('stop'),
    })
    .prefault({}),
  execution: z
    .strictObject({
      timeout: z.number().min(0).default(0),
      concurrency: z.number().int().min(1).default(1),
    })
    .prefault({}),
  access: z.strictObject({ execute: z.string().max(4096).default('') }).prefault({}),
  /** Left out, a save keeps the notes that the workflow has. */
  notes: z.array(WorkflowNote).max(MAX_NOTES, `has more than ${MAX_NOTES} notes`).optional(),
  /** Left out, a save keeps the tags that the workflow has. */
  tags: WorkflowTags.optional(),
})
export type WorkflowSettings = z.infer<typeof WorkflowSettings>

/** A trigger of the workflow, with its URL if it is a webhook. */
export const WorkflowTrigger = z.object({
  nodeId: z.string(),
  kind: z.string(),
  url: z.string().optional(),
  active: z.boolean(),
})
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>

export const Workflow = z.object({
  id: WorkflowId,
  name: z.string(),
  nodes: z.array(WorkflowNode),
  connections: z.array(Connection),
  settings: WorkflowSettings,
  active: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  environment: Environment,
  status: ProductionStatus,
  revision: z.number().int(),
  triggers: z.array(WorkflowTrigger),
})
export type Workflow = z.infer<typeof Workflow>

/**
 * What a listener of a webhook receives. `listening`: calls are awaited · `received`: has the call, as the run of an active
 * workflow gets it · `expired`: no call came · `stopped`: the same person listens elsewhere, or the workflow was deleted.
 * All but the first end the stream.
 */
export const HeardCall = z.object({
  state: z.enum(['listening', 'received', 'expired', 'stopped']),
  /** How long calls are still awaited; 0 at the end. */
  leftMs: z.number(),
  call: z.json(),
})
export type HeardCall = z.infer<typeof HeardCall>

/** A saved version of a workflow. */
export const WorkflowVersion = z.object({
  revision: z.number().int(),
  name: z.string(),
  active: z.boolean(),
  nodeCount: z.number().int(),
  /** The user who saved it. */
  by: z.string(),
  /** The deploy that created the version, if any. */
  releaseId: z.string().nullable(),
  created_at: Timestamp,
})
export type WorkflowVersion = z.infer<typeof WorkflowVersion>
