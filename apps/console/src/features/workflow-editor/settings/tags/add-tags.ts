import { WorkflowTags } from '@plinth/contract'

export type TagProblem = 'many' | 'long' | 'twice'

/** Adds the tags in a text, separated by commas; adds none of them if one is not possible. */
export function addTags(
  tags: readonly string[],
  text: string,
): { tags: readonly string[] } | { problem: TagProblem } {
  const typed = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = WorkflowTags.safeParse([...tags, ...typed])
  if (read.success) return { tags: read.data }
  const [issue] = read.error.issues
  if (issue?.code !== 'too_big') return { problem: 'twice' }
  return { problem: issue.origin === 'array' ? 'many' : 'long' }
}
