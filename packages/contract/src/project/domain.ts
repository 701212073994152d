import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, EnvironmentId, idOf, NoBody, ProjectId } from '../protocol/ids.ts'

export const DomainId = idOf('dom')

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
/** The last label must contain a letter; a numeric last label would be an IP address. */
const HOST_NAME = new RegExp(`^(${LABEL}\\.)*(?=[a-z0-9-]*[a-z])${LABEL}$`)

/** A lower-case host name without scheme, port or path. */
export const HostName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'is required')
  .max(253, 'is too long: at most 253 characters')
  .regex(HOST_NAME, 'is not a host name such as app.example.com, without https://, port or path')

export const Domain = z.object({
  id: DomainId,
  domain_name: z.string(),
  environment_id: EnvironmentId,
  revision: z.number().int(),
  /** Until it is true, requests to the host name do not reach the project. */
  proved: z.boolean(),
  /** Why the last check did not prove it; empty if it is proved. */
  problem: z.string(),
  /** The TXT record that proves it; null where none is needed, and where an admin confirms it. */
  record: z.object({ name: z.string(), value: z.string() }).nullable(),
})
export type Domain = z.infer<typeof Domain>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, domainId: DomainId })
const body = z.strictObject({
  domain: HostName,
  environment: EnvironmentId,
})
const answer = z.object({ domain: Domain })

export const listDomains = endpoint({
  name: 'listDomains',
  summary: 'The domains of a project',
  method: 'GET',
  path: '/api/project/{projectId}/domain',
  access: 'project:developer',
  params: project,
  answer: z.object({ domains: z.array(Domain) }),
})
export const createDomain = endpoint({
  name: 'createDomain',
  summary: 'Map a host name to the project and an environment',
  method: 'POST',
  path: '/api/project/{projectId}/domain',
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  status: 201,
  params: project,
  body,
  answer,
})
export const updateDomain = endpoint({
  name: 'updateDomain',
  summary: 'Change a domain',
  method: 'PUT',
  path: '/api/project/{projectId}/domain/{domainId}',
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params: one,
  body,
  answer,
})
export const deleteDomain = endpoint({
  name: 'deleteDomain',
  summary: 'Delete a domain',
  method: 'DELETE',
  path: '/api/project/{projectId}/domain/{domainId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
export const proveDomain = endpoint({
  name: 'proveDomain',
  summary: 'Look up the TXT record of a domain now, or confirm the domain as an admin',
  method: 'POST',
  path: '/api/project/{projectId}/domain/{domainId}/prove',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer,
})
