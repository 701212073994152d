import * as z from 'zod'

/** How something of dev compares with what production has under the same name. */
export const PRODUCTION_STATUSES = ['In sync', 'Out of sync', 'Not in Production'] as const
export const ProductionStatus = z.enum(PRODUCTION_STATUSES)
export type ProductionStatus = z.infer<typeof ProductionStatus>
