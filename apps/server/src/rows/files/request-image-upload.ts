import { requestImageUpload as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { asRowQuery } from './as-row-query.ts'
import { findFileColumn, mayAttach } from './request-upload.ts'
import { signUploads } from './sign-uploads.ts'

/** One image. Its size is not known, so that the address is signed for the field's maximum. */
export const requestImageUpload = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, imageName, imageType, isPrivate, projectId } = call.body
  const asked = { ...call, params: { table: tableName }, query: asRowQuery(call.query, projectId) }
  const urls = await mayAttach({ context, call: asked }, async (ask) => {
    const column = findFileColumn(ask, columnName)
    const acl = isPrivate || column.options.isProtected ? 'private' : 'public-read'
    const image = {
      fileName: imageName,
      fileType: imageType,
      fileSize: undefined,
      path: 'imageType',
    }
    return signUploads(context, { call, ask, column, acl, files: [image] })
  })
  return { url: urls[0] ?? '' }
})
