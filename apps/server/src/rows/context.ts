import type { ProjectsContext } from '../projects/context.ts'
import type { Environments } from './environments/environments.ts'
import type { Files } from './file-store/file-store.ts'
import type { UploadLimit } from './files/upload-limit.ts'
import type { OpenLiveRows } from './live/open-live-rows.ts'
import type { RequestShares } from './request/request-shares.ts'
import type { RowEvents } from './row-events/open-row-events.ts'

export interface RowsContext extends ProjectsContext {
  environments: Environments
  files: Files
  /** Receives changes of watched rows. */
  rowEvents: RowEvents
  uploadLimit: UploadLimit
  requestShares: RequestShares
  /** Open streams of changes. */
  live: OpenLiveRows
}
