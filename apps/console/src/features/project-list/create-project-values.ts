import { DEFAULT_REGION, type Region } from '@plinth/contract'

export interface CreateProjectValues {
  cloned: boolean
  name: string
  region: Region
  projectId: string
  connectionUrl: string
  ca: string
}

export const EMPTY_PROJECT: CreateProjectValues = {
  cloned: false,
  name: '',
  region: DEFAULT_REGION,
  projectId: '',
  connectionUrl: '',
  ca: '',
}
