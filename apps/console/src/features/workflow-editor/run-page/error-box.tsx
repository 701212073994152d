import { runPageStrings } from '../strings/run-page-strings.ts'

/** Full error message. */
export function ErrorBox({ node = '', message }: { node?: string; message: string }) {
  return (
    <section
      aria-label={runPageStrings.run.error}
      className="border-b border-danger-line bg-danger-soft px-4 py-3"
    >
      <h3 className="text-xs font-semibold text-danger-text">
        {node === '' ? runPageStrings.run.error : runPageStrings.run.atNode(node)}
      </h3>
      <p className="mt-1 text-xs break-words whitespace-pre-wrap text-danger-text">{message}</p>
    </section>
  )
}
