const opened: (() => boolean)[] = []

/** Registers an open dialog by a function that closes it, or that asks first and returns false. */
export function registerDialog(close: () => boolean): () => void {
  opened.push(close)
  return () => {
    opened.splice(opened.indexOf(close), 1)
  }
}

/** Closes the open dialogs, the last opened first; false if one asks before it discards what was typed. */
export function closeDialogs(): boolean {
  return opened.toReversed().every((close) => close())
}
