import type { Acl } from '../file-store.ts'

/** ACL of every new upload, also in public fields: it becomes public once a row references it. */
export const ARRIVAL_ACL: Acl = 'private'
