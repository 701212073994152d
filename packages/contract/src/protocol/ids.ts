import * as z from 'zod'

/** Prefixes of platform ids; the underscore is followed by 26 characters of Crockford base 32. */
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
  'qry',
  'viw',
  'pky',
  'psk',
  'apv',
  'tst',
] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]

/** A platform id as used in paths and bodies. */
export function idOf(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), 'is not a valid id')
}

/** Users write table and column ids by hand in JSON mode, so more characters are allowed. */
export const SchemaId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is not a valid id')

export const ProjectId = idOf('prj')
export const StaffId = idOf('stf')
export const EnvironmentId = idOf('env')
export const Timestamp = z.iso.datetime()
export const Empty = z.strictObject({})
/** An optional body: some console calls send `{}`, others send none. */
export const NoBody = z.union([z.null(), Empty]).optional()
export const Done = z.object({})
