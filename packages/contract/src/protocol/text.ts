import * as z from 'zod'

/** Text that every database returns unchanged: no NUL and no lone surrogates. */
export const StorableText = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'has characters that cannot be stored',
  )
