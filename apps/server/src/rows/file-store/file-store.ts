import type { Readable } from 'node:stream'

export type Acl = 'private' | 'public-read'
export type StoreKind = 'disk' | 's3'

/** The bytes that an upload may have: an exact number, or a maximum where the caller does not know it. */
export type UploadLength = { exact: number } | { max: number }

/** What a signed upload URL is bound to; requests that differ are rejected. */
export interface UploadTerms {
  key: string
  type: string
  length: UploadLength
  expiresInSeconds: number
}

/** What a signed download URL is bound to. */
interface DownloadTerms {
  key: string
  /** Content-Disposition of the response. */
  disposition: string
  expiresInSeconds: number
}

export interface StoredFile {
  size: number
  type: string
  /** MD5 of the content, as in S3. */
  etag: string
}

export interface PeekedFile extends StoredFile {
  start: Buffer
}

export interface NewFile {
  key: string
  type: string
  acl: Acl
  size: number
  body: Readable
}

/** Uploads that no row references yet. They are never public, whatever their field says. */
export interface UploadStaging {
  /** Throws for a maximum length where the store can only bind an exact one. */
  signUpload(terms: UploadTerms): Promise<string>
  /** Stages a file received by this process. */
  write(file: Omit<NewFile, 'acl'>): Promise<void>
  peek(key: string, firstBytes: number): Promise<PeekedFile | undefined>
  /**
   * Copies an upload to its own key, which its upload URL cannot overwrite; still private. Returns the ETag of the copy,
   * or undefined if the upload is missing. Idempotent.
   */
  accept(key: string): Promise<string | undefined>
  /** Undoes `accept` in stores where a bucket policy could make an accepted file public. */
  withdraw(key: string): Promise<void>
  /** Removes a repeated upload through a URL that was still valid after `accept`. */
  remove(key: string): Promise<void>
}

/** Stores files under random keys that only the server chooses. */
export interface FileStore {
  readonly kind: StoreKind
  readonly staging: UploadStaging
  signDownload(terms: DownloadTerms): Promise<string>
  /** The unsigned URL of a public file. */
  publicUrl(key: string): string
  find(key: string): Promise<StoredFile | undefined>
  /** As `find`, with the first bytes of the content, in one request if possible. */
  peek(key: string, firstBytes: number): Promise<PeekedFile | undefined>
  read(key: string): Promise<Readable>
  /** Writes a file of the server itself: a thumbnail, a large result, a file moved from another store. */
  write(file: NewFile): Promise<void>
  /** Makes a file public or private; ignores a missing file. */
  setAcl(key: string, acl: Acl): Promise<void>
  /** Writes a file of unknown length; it becomes visible when complete. Returns its size. */
  writeStream(file: Omit<NewFile, 'size'>): Promise<number>
  /** Removes files, staged or accepted; ignores missing ones. */
  remove(keys: readonly string[]): Promise<void>
  /** Keys of files, staged or accepted. */
  list(prefix: string): AsyncIterable<string>
  check(): Promise<void>
}

/** The stores of an installation; the record of each file names its store. */
export interface Files {
  /** Default store of new files. */
  readonly home: StoreKind
  readonly all: readonly FileStore[]
  in(kind: StoreKind): FileStore
}
