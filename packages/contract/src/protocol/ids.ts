import * as z from 'zod'

/** The prefixes of the platform's ids; 26 characters of Crockford base 32 follow the underscore. */
export const ID_PREFIXES = [
  'prj',
  'stf',
  'env',
  'wfl',
  'crd',
  'run',
  'dom',
  'cst',
  'rel',
  'org',
  'aud',
  'cfg',
  'inv',
  'key',
  'bkp',
  'rst',
] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]

/** An id of the platform as it stands in a path or a body. */
export function idOf(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), 'is not a valid id')
}

/** Table and column ids are written by people in JSON mode, so they are freer. */
export const SchemaId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is not a valid id')

export const ProjectId = idOf('prj')
export const StaffId = idOf('stf')
export const EnvironmentId = idOf('env')
export const Timestamp = z.iso.datetime()
export const Empty = z.strictObject({})
/** A body that may be left out; some calls of the console send `{}` and some send nothing. */
export const NoBody = z.union([z.null(), Empty]).optional()
export const Done = z.object({})
