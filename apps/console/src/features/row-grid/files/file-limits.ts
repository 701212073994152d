import type { ColumnOf } from '@plinth/contract'
import { acceptsFileType } from '@plinth/schema'
import { printSize } from '../../../ui/format/print-size.ts'
import { fileStrings as strings } from '../strings/files-strings.ts'

export type FileColumn = ColumnOf<'image' | 'file'>

/** Describes the accepted files, for display before an upload. */
export function describeLimits({ type, options }: FileColumn): string {
  const { fileTypes, maxFileSize, hasMultiple, isProtected } = options
  const anything = type === 'image' ? strings.images : strings.anyType
  return [
    fileTypes.length > 0 ? fileTypes.join(', ') : anything,
    strings.upTo(printSize(maxFileSize)),
    hasMultiple ? strings.several : strings.one,
    isProtected ? strings.protected : strings.public,
  ].join(' · ')
}

/** The reason to reject a file before the upload; the server checks the same limits. */
export function checkFile({ type, options }: FileColumn, file: File): string | undefined {
  const { fileTypes, maxFileSize } = options
  if (!acceptsFileType(fileTypes, { fileType: file.type, fileName: file.name }))
    return strings.wrongType(fileTypes.join(', '))
  const isImage = file.type.startsWith('image/') && file.type !== 'image/svg+xml'
  if (type === 'image' && !isImage) return strings.noImage
  if (file.size > maxFileSize) return strings.tooLarge(printSize(file.size), printSize(maxFileSize))
  return undefined
}

/** The `accept` attribute of the file input, where extensions start with a dot. */
export function acceptOf({ type, options }: FileColumn): string {
  if (options.fileTypes.length === 0) return type === 'image' ? 'image/*' : ''
  return options.fileTypes
    .map((each) => (each.includes('/') || each.startsWith('.') ? each : `.${each}`))
    .join(',')
}
