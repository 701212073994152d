/** An unusable archive; the message says why and what to do. */
export class ArchiveError extends Error {}
