/** How the operator's object store is reached. */
export interface S3Settings {
  endpoint: string | undefined
  /** The host that browsers use: it is part of every signature. */
  publicEndpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** `none` for stores that have no ACLs: public files then come from `publicBaseUrl` by a policy. */
  acl: 'object' | 'none'
  publicBaseUrl: string | undefined
}
