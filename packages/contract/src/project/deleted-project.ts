import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { ProjectName } from './project.ts'

/** How long an admin can restore a deleted project. */
export const DELETED_PROJECT_DAYS = 30

export const MAX_DELETED_PROJECTS = 200

export const DeletedProject = z.object({
  id: ProjectId,
  name: z.string(),
  deletedOn: Timestamp,
  /** Name of the member who deleted it; null if the account no longer exists. */
  deletedBy: z.string().nullable(),
  /** When its storage is freed. */
  erasedOn: Timestamp,
  /** Bytes of rows and files as last measured; null if they were never measured. */
  bytes: z.number().nullable(),
  /** Whether a project has its name now, so that restoring it needs another one. */
  isNameTaken: z.boolean(),
})
export type DeletedProject = z.infer<typeof DeletedProject>

export const listDeletedProjects = endpoint({
  name: 'listDeletedProjects',
  summary: 'Deleted projects that can be restored, the last deleted first',
  method: 'GET',
  path: '/api/deleted-project',
  access: 'admin',
  answer: z.object({
    /** At most {@link MAX_DELETED_PROJECTS}. */
    projects: z.array(DeletedProject),
    total: z.number(),
  }),
})

const named = z.strictObject({ deletedProjectId: ProjectId })

export const restoreProject = endpoint({
  name: 'restoreProject',
  summary: 'Restore a deleted project, under another name if its own is taken',
  method: 'POST',
  path: '/api/deleted-project/{deletedProjectId}/restore',
  access: 'admin',
  params: named,
  body: z.strictObject({ name: ProjectName.optional() }),
  answer: z.object({ projectId: ProjectId, name: z.string() }),
})

export const eraseProject = endpoint({
  name: 'eraseProject',
  summary: 'Erase a deleted project now: its databases, files and backups',
  method: 'DELETE',
  path: '/api/deleted-project/{deletedProjectId}',
  access: 'admin',
  proof: 'always',
  params: named,
  body: NoBody,
  answer: Done,
})
