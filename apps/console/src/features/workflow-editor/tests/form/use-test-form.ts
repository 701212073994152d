import { useState } from 'react'
import { logFailure } from '../../../../api/log-failure.ts'

/** Which test is edited, whether its form has unsaved work, and why it could not be saved. */
export function useTestForm() {
  const [testId, setTestId] = useState<string>()
  const [lastId, setLastId] = useState<string>()
  const [hasWork, setWork] = useState(false)
  const [error, setError] = useState<Error>()
  const open = (id: string | undefined) => {
    setTestId(id)
    setError(undefined)
    if (id !== undefined) setLastId(id)
  }
  /** Waits for a save and closes the form; returns false if it failed, and the form stays. */
  const send = async (saving: Promise<unknown>): Promise<boolean> => {
    setError(undefined)
    try {
      await saving
      open(undefined)
      return true
    } catch (failure) {
      logFailure('Saving a test', failure)
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      return false
    }
  }
  return { testId, lastId, hasWork, setWork, error, open, close: () => open(undefined), send }
}
