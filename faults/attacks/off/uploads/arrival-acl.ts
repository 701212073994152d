import type { Acl } from '../../../../apps/server/src/rows/file-store/file-store.ts'

/** Files are public as soon as they arrive. */
export const ARRIVAL_ACL: Acl = 'public-read'
