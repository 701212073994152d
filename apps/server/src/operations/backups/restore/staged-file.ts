import * as z from 'zod'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { ArchivedFile } from '../archive/project-parts.ts'

/** A file as it will be stored: under its new project. */
const StagedFile = ArchivedFile.extend({ store: z.enum(['disk', 's3']) })
export type StagedFile = z.infer<typeof StagedFile>

export const readStagedFile = (line: string): StagedFile =>
  readStored(StagedFile, line, 'staged file of a restore')
