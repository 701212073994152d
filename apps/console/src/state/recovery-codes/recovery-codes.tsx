import { downloadText } from '../../ui/format/download-text.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { recoveryCodesStrings as strings } from './strings.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shows the recovery codes once; the user must confirm that they were saved. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <section aria-labelledby="codes" className="mt-6">
      <h2 id="codes" className="flex items-center gap-1 text-base font-semibold">
        {strings.title}
        <CopyButton label={strings.copy} copiedLabel={strings.copied} text={text} />
      </h2>
      <p className="mt-1 text-sm text-fg-2">{strings.text}</p>
      <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg border bg-sunken p-3 font-mono text-xs">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex gap-2">
        <Button onClick={() => downloadText({ name: strings.fileName, type: 'text/plain', text })}>
          {strings.download}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {strings.done}
        </Button>
      </div>
    </section>
  )
}
