import { ApprovalField, ApprovalValues } from '@plinth/contract'
import * as z from 'zod'

/** The form of an approval and the values of a decision, as they are stored. */
export const StoredFields = z.array(ApprovalField)
export const StoredValues = ApprovalValues
