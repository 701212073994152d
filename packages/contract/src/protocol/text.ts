import * as z from 'zod'

/** Text that every database gives back as it was written: no NUL, no half of a surrogate pair. */
export const StorableText = z
  .string()
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'has characters that cannot be stored',
  )
