import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { EnvironmentId, ProjectId } from '../protocol/ids.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
/** Scheme, host and port; `*.` stands for one label of the host name. */
const ORIGIN = new RegExp(
  `^(?!(file|data|blob|javascript|about):)[a-z][a-z0-9+.-]*://((\\*\\.)?${LABEL}(\\.${LABEL})*|\\[[0-9a-f:.]+\\])(:[1-9][0-9]{0,4})?$`,
)
export const MAX_ORIGINS = 50

/** As browsers send it: in lower case, without a default port and without a path. */
const toSent = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/^(https:.*):443$/, '$1')
    .replace(/^(http:.*):80$/, '$1')

/** The origin of pages, such as `https://app.example.com`, `http://localhost:5173` or `https://*.app.example.com`. */
export const Origin = z
  .string()
  .overwrite(toSent)
  .min(1, 'is required')
  .max(300, 'is too long: at most 300 characters')
  .regex(
    ORIGIN,
    'is not an origin such as https://app.example.com or http://localhost:5173, without a path',
  )

/** Which pages of other origins may call an environment, beside those of its domains. */
export const AllowedOrigins = z.object({
  environmentId: EnvironmentId,
  environment: z.enum(ENVIRONMENT_NAMES),
  origins: z.array(z.string()),
  /** Pages of loopback addresses and `capacitor://localhost` may call it too; never true in production. */
  allowsLocal: z.boolean(),
  /** 0 until the first save. */
  revision: z.number().int(),
})
export type AllowedOrigins = z.infer<typeof AllowedOrigins>

const params = z.strictObject({ projectId: ProjectId })
const path = '/api/project/{projectId}/origins'

export const listOrigins = endpoint({
  name: 'listOrigins',
  summary: 'The allowed origins of each environment',
  method: 'GET',
  path,
  access: 'project:developer',
  params,
  answer: z.object({ data: z.array(AllowedOrigins) }),
})
export const saveOrigins = endpoint({
  name: 'saveOrigins',
  summary: 'Replace the allowed origins of an environment',
  method: 'PUT',
  path,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({
    environmentId: EnvironmentId,
    origins: z.array(Origin).max(MAX_ORIGINS, `has too many entries: at most ${MAX_ORIGINS}`),
    allowsLocal: z.boolean(),
  }),
  answer: z.object({ data: AllowedOrigins }),
})
