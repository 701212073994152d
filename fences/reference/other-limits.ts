/** Lines whose figures are settings, or are not constants of their own. */
export const OTHER_LINES: readonly string[] = [
  'workflow tests that change rows at once',
  'bytes of the rows in one answer',
  'bytes of a row that was saved',
  'bytes of a row that a rule reads: the row before an update, the row of the app user',
  'days before its end that an OAuth2 connection is marked and mailed',
  'time of a statement',
  'body of a request; of a bulk write',
  'time to read such an answer',
  'result of a raw query',
  'free space that imports, uploads, backups and restores leave on the disk',
  'body of a webhook call',
  'minutes of a session of staff as an app user',
  'rows of a table in the export of one person',
  'size of the export of one person',
  'seconds of the export of one person',
  'decisions of approvals in the export of one person',
]
