import * as z from 'zod'
import { startSso as checked } from '../../../packages/contract/src/people/sso.ts'

export * from '../../../packages/contract/src/people/sso.ts'

/** Takes every address for a page of the console. */
export const startSso = { ...checked, body: z.strictObject({ redirect: z.string() }) }
