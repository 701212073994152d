import type { Acl } from '../../../../apps/server/src/rows/file-store/file-store.ts'

/** Makes files public on arrival. */
export const ARRIVAL_ACL: Acl = 'public-read'
