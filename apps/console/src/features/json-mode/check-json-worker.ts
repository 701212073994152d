import './no-eval.ts'
import { checkJsonText } from './check-json-text.ts'

export interface CheckQuestion {
  id: number
  text: string
}

/** Checks large texts beside the page, so that typing never waits for it. */
addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  postMessage({ id: data.id, issues: checkJsonText(data.text) })
})
