/** The state of the draft and the outcome of saving it. */
export const savingStrings = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved changes',
  nothingToSave: 'Nothing has changed since the last save',
  succeeded: 'Configuration saved successfully',
  failed: 'Failed to save configuration',
  failedText: 'Please try again later',
} as const
