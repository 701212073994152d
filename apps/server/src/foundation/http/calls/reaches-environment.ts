import type { Endpoint } from '@plinth/contract'
import type * as z from 'zod'

const takesEnvironment = (shape: z.ZodType | undefined): boolean => {
  const { def } = shape ?? {}
  if (def === undefined) return false
  const {
    innerType,
    options,
    shape: fields,
  } = def as {
    innerType?: z.ZodType
    options?: readonly z.ZodType[]
    shape?: object
  }
  if (innerType) return takesEnvironment(innerType)
  if (options) return options.some(takesEnvironment)
  return fields !== undefined && ('environment' in fields || '$environment' in fields)
}

/** Whether a developer's call can reach production: it names an environment, a run, an approval or an archive, or it streams. */
export function reachesEnvironment({ access, path, query, body, ...sent }: Endpoint): boolean {
  if (!['rules', 'staff', 'caller', 'project:developer'].includes(access)) return false
  if (sent.streams || sent.sendsFile || /\{(run|backup|approval)Id\}/.test(path)) return true
  return takesEnvironment(query) || takesEnvironment(body)
}
