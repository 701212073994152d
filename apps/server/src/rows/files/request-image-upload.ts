import { requestImageUpload as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn, withAttachAccess } from './request-upload.ts'
import { signUploads } from './sign-uploads.ts'

/** Signs an upload of one image of unknown size, for at most the field's maximum. */
export const requestImageUpload = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, imageName, imageType, isPrivate, projectId } = call.body
  const rowCall = {
    ...call,
    params: { table: tableName },
    query: asRowQuery(call.query, projectId),
  }
  const urls = await withAttachAccess({ context, call: rowCall }, async (rowRequest) => {
    const column = findFileColumn(rowRequest, columnName)
    const acl = isPrivate || column.options.isProtected ? 'private' : 'public-read'
    const image = {
      fileName: imageName,
      fileType: imageType,
      fileSize: undefined,
      path: 'imageType',
    }
    return signUploads(context, { call, rowRequest, column, acl, files: [image] })
  })
  return { url: urls[0] ?? '' }
})
