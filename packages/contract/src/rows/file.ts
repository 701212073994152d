import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { RowQuery } from './row.ts'

const query = RowQuery.pick({ $projectId: true, $environment: true })

const name = z.string().min(1).max(200)

export const requestUpload = endpoint({
  name: 'requestUpload',
  summary: 'Signed URLs for file uploads',
  method: 'POST',
  path: '/api/file/upload',
  access: 'rules',
  countsVisitors: true,
  production: 'named',
  query,
  body: z.strictObject({
    tableName: name,
    columnName: name,
    files: z
      .array(
        z.strictObject({
          fileName: z.string().min(1).max(1024),
          fileSize: z.number().int().min(0),
          fileType: z.string().max(255),
        }),
      )
      .min(1)
      .max(100),
  }),
  answer: z.object({ urls: z.array(z.string()) }),
})

export const getFileLinks = endpoint({
  name: 'getFileLinks',
  summary: 'Signed URLs of files in rows: inline, download or thumbnail',
  method: 'POST',
  path: '/api/file/links',
  access: 'rules',
  production: 'named',
  query,
  body: z.strictObject({
    tableName: name,
    columnName: name,
    want: z.enum(['thumbnail', 'view', 'download']),
    files: z
      .array(z.strictObject({ rowId: z.string().max(64), fileKey: z.string().min(1).max(400) }))
      .min(1)
      // Limited by the maximum length of a filter by id.
      .max(90),
  }),
  answer: z.object({
    links: z.array(
      z.object({
        fileKey: z.string(),
        /** Null if there is no thumbnail or it is not ready yet. */
        url: z.string().nullable(),
        isWaiting: z.boolean(),
      }),
    ),
  }),
})

const image = {
  tableName: name,
  columnName: name,
  projectId: z.string().max(64),
  tableId: z.string().max(64),
  isPrivate: z.boolean(),
  multiple: z.boolean(),
}

export const requestImageUpload = endpoint({
  name: 'requestImageUpload',
  summary: 'A signed URL for an image upload',
  method: 'POST',
  path: '/api/imgupload',
  access: 'rules',
  countsVisitors: true,
  production: 'named',
  query,
  body: z.strictObject({
    ...image,
    imageName: z.string().min(1).max(1024),
    imageType: z.string().max(255),
  }),
  answer: z.object({ url: z.string() }),
})

export const getImageDownloadUrl = endpoint({
  name: 'getImageDownloadUrl',
  summary: 'A signed URL of an image',
  method: 'POST',
  path: '/api/imgdownloadurl',
  access: 'rules',
  production: 'named',
  query,
  body: z.strictObject({ ...image, imageurl: z.string().min(1).max(4096) }),
  answer: z.object({ url: z.string() }),
})
