/** Connection settings of the operator's object store. */
export interface S3Settings {
  endpoint: string | undefined
  /** The endpoint that browsers use; its host is part of every signature. */
  publicEndpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** `none` for stores without ACLs: a bucket policy then makes public files readable at `publicBaseUrl`. */
  acl: 'object' | 'none'
  publicBaseUrl: string | undefined
}
