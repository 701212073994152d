import type { LinkViewer } from '../../../apps/server/src/data/compile/link-rule.ts'

export type { LinkViewer }

/** Every id of a relation, whoever asks. */
export const linkRule = (): true => true
