import { useSearchParams } from 'react-router'

const PARAMETER = 'run'

/** Where the editor opens with the data of an ended run. */
export const pathWithRun = (editorPath: string, runId: string) =>
  `${editorPath}?${PARAMETER}=${runId}`

/** The run that the address asks the editor to show, and how to drop it from there. */
export function useShownRun() {
  const [params, setParams] = useSearchParams()
  const shownRun = params.get(PARAMETER)
  const forget = () => {
    if (shownRun === null) return
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(PARAMETER)
        return next
      },
      { replace: true },
    )
  }
  return { shownRun, forget }
}
