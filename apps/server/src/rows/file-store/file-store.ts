import type { Readable } from 'node:stream'

export type Acl = 'private' | 'public-read'
export type StoreKind = 'disk' | 's3'

/** The bytes that an upload may have: an exact number, or a maximum where the caller does not know it. */
export type UploadLength = { exact: number } | { max: number }

/** What a signed address to upload to is bound to; changing any of it is refused. */
export interface UploadTerms {
  key: string
  type: string
  length: UploadLength
  expiresInSeconds: number
}

/** What a signed address to download from is bound to. */
interface DownloadTerms {
  key: string
  /** Content-Disposition as it will be answered. */
  disposition: string
  expiresInSeconds: number
}

export interface StoredFile {
  size: number
  type: string
  /** MD5 of the content, as S3 has it. */
  etag: string
}

export interface StartedFile extends StoredFile {
  start: Buffer
}

export interface NewFile {
  key: string
  type: string
  acl: Acl
  size: number
  body: Readable
}

/** Uploads that no row holds yet. They are never public, whatever their field says. */
export interface UploadStaging {
  /** Throws for a maximum length where the store can only bind an exact one. */
  signUpload(terms: UploadTerms): Promise<string>
  /** Stages a file that was received by this process. */
  write(file: Omit<NewFile, 'acl'>): Promise<void>
  look(key: string, firstBytes: number): Promise<StartedFile | undefined>
  /**
   * Copies an upload to its own key, where its address cannot reach it any more; still private. Answers with the
   * ETag of the copy, undefined where there is none. Can be repeated.
   */
  accept(key: string): Promise<string | undefined>
  /** Undoes `accept` where being accepted alone could make a file public. */
  withdraw(key: string): Promise<void>
  /** Removes what an address that is still valid has uploaded again after `accept`. */
  remove(key: string): Promise<void>
}

/** Where files are kept. Keys are ours and random; nobody outside chooses one. */
export interface FileStore {
  readonly kind: StoreKind
  readonly staging: UploadStaging
  signDownload(terms: DownloadTerms): Promise<string>
  /** The address of a public file, without a signature. */
  publicUrl(key: string): string
  find(key: string): Promise<StoredFile | undefined>
  /** As `find`, with the first bytes of the content, in one request where it can be. */
  look(key: string, firstBytes: number): Promise<StartedFile | undefined>
  read(key: string): Promise<Readable>
  /** Written by ourselves: a thumbnail, a large result, a file that moves from another store. */
  write(file: NewFile): Promise<void>
  /** Opens a file to everybody or closes it; what is not there is left alone. */
  setAcl(key: string, acl: Acl): Promise<void>
  /** Written by ourselves, of a length that nobody knows yet; it is there once all of it is. Answers with its size. */
  writeStream(file: Omit<NewFile, 'size'>): Promise<number>
  /** Removes files, staged or accepted; what is not there counts as removed. */
  remove(keys: readonly string[]): Promise<void>
  /** Keys of files, staged or accepted. */
  list(prefix: string): AsyncIterable<string>
  check(): Promise<void>
}

/** The stores of an installation; every file knows which of them it lies in. */
export interface Files {
  /** Where files go unless their project says otherwise. */
  readonly home: StoreKind
  readonly all: readonly FileStore[]
  in(kind: StoreKind): FileStore
}
