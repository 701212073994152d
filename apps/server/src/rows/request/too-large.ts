import { ApiError } from '../../foundation/http/errors/api-error.ts'

const MB = 1024 * 1024

/** A limit in words: `10 MB`. */
function formatBytes(bytes: number): string {
  return bytes < MB ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor((bytes / MB) * 10) / 10} MB`
}

/** A page whose rows have more bytes than an answer may have. */
export function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `These rows are larger than ${formatBytes(maxBytes)}, the limit of an answer. Read them in pages of any size with $version=v2 and $cursor, which is empty for the first page, or name fewer $columns, or set a smaller $limit.`,
    { details: { maxBytes } },
  )
}

/** A row that has more bytes than an answer may have. */
export function rowTooLarge(maxBytes: number, id: string): ApiError {
  return new ApiError(
    'too_large',
    `The row ${id} alone is larger than ${formatBytes(maxBytes)}, the limit of an answer. Name the columns that you need in $columns.`,
    { details: { id, maxBytes } },
  )
}

/** A write that was rolled back because the changed rows could not be returned. */
export function answerTooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `The changed rows are larger than ${formatBytes(maxBytes)} together, the limit of an answer, so nothing was changed. Name the columns that you need in $columns, or change fewer rows at once.`,
    { details: { maxBytes } },
  )
}

/** A row that rules would have to read, and that has more bytes than an answer may have. */
export function ruledRowTooLarge(maxBytes: number, whose: 'row' | 'account'): ApiError {
  const what = whose === 'row' ? 'This row' : 'The row of this account'
  return new ApiError(
    'too_large',
    `${what} is larger than ${formatBytes(maxBytes)}, the limit of an answer and of rows that rules read. Ask the people who run the app to make it smaller.`,
    { details: { maxBytes } },
  )
}
