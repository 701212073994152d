import './no-eval.ts'
import { checkJsonText } from './check-json-text.ts'

export interface CheckQuestion {
  id: number
  text: string
}

/** Checks texts in a worker, so that typing is never blocked. */
addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  postMessage({ id: data.id, issues: checkJsonText(data.text) })
})
