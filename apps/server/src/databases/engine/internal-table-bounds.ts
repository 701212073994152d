/**
 * What bounds each internal table beside the rows of an environment. A test compares the list with the catalogues of
 * both databases, so that a new table needs an entry.
 */
export const INTERNAL_TABLE_BOUNDS: Readonly<Record<string, string>> = {
  _plinth_meta: 'a fixed set of keys',
  _plinth_catalogue: 'one row per table, field and relation of the configuration',
  _plinth_migration: 'the newest 200 entries, and those of what is in the trash',
  _plinth_trash: 'purged after 30 days',
  _plinth_audit: 'every change by staff deletes entries older than PLINTH_AUDIT_DAYS',
  _plinth_repeat: 'every write with an Idempotency-Key deletes answers older than a day',
  _plinth_event:
    'deleted when delivered; those of a live table after an hour or 100,000 newer ones',
  _plinth_log: 'a single row, in a shared database one for each environment',
  _plinth_writer: 'a single row',
}
