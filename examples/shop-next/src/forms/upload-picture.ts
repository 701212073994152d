import { ApiError, createClient, type FileValue, uploadFile } from '@plinth/client'

/** Calls the app's own server, which adds the token: this page never has it. */
const client = createClient({ baseUrl: '/plinth', token: () => null, warn: () => undefined })

/** Uploads a picture straight to the file store; `onSent` gets the sent share, from 0 to 1. */
export function uploadPicture(file: File, onSent: (share: number) => void): Promise<FileValue> {
  const column = { client, query: {}, tableName: 'products', columnName: 'picture' }
  return uploadFile(file, column, { onSent })
}

/** Why a picture was refused, such as its size. */
export function refusalOf(error: unknown): string {
  if (error instanceof ApiError && Array.isArray(error.details)) {
    return error.details.map((issue: { message: string }) => issue.message).join(', ')
  }
  return error instanceof Error ? error.message : String(error)
}
