import { lazy, Suspense, useId } from 'react'
import { useStaggeredMount } from '../../../ui/hooks/use-staggered-mount.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import type { Language } from './expression-editor.tsx'
import { usePreview } from './use-preview.ts'

const ExpressionEditor = lazy(async () => ({
  default: (await import('./expression-editor.tsx')).ExpressionEditor,
}))

interface ExpressionFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  language: Language
  height?: number | undefined
  placeholder?: string | undefined
  error?: string | undefined
  /** Whether the label is only for screen readers, because it is shown elsewhere. */
  isLabelHidden?: boolean
}

function Waiting({ text, height }: { text: string; height: number | undefined }) {
  return (
    <div
      aria-busy="true"
      style={{ minHeight: height ?? 32 }}
      className="overflow-hidden rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs leading-4.5 whitespace-pre-wrap shadow-1"
    >
      {text}
    </div>
  )
}

const TONES = { value: 'text-accent-text', broken: 'text-danger-text', unknown: 'text-fg-3' }

/** The field's value with the data of the last run. */
function PreviewLine({ id, text }: { id: string; text: string }) {
  const preview = usePreview(text)
  if (!preview) return null
  return (
    <p
      id={id}
      data-preview={preview.kind}
      className={cn(
        'max-h-20 overflow-y-auto font-mono text-2xs break-words whitespace-pre-wrap',
        TONES[preview.kind],
      )}
    >
      {preview.kind === 'value' ? `= ${preview.text}` : preview.reason}
    </p>
  )
}

/** Field for text with expressions or for code, with a preview below. */
export function ExpressionField(props: ExpressionFieldProps) {
  const id = useId()
  const { label, language, error, isLabelHidden = false, ...rest } = props
  const height = language === 'line' ? undefined : (props.height ?? 160)
  const hasPreview = language === 'line' || language === 'text' || language === 'json'
  const waiting = <Waiting text={props.value} height={height} />
  const isMounted = useStaggeredMount()
  return (
    <div className="flex flex-col gap-1.5">
      {isLabelHidden ? null : (
        <div className="flex items-baseline gap-2 text-xs text-fg-2">
          <span>{label}</span>
          {language === 'line' || language === 'text' ? null : (
            <span className="text-2xs text-fg-3">{LANGUAGES[language]}</span>
          )}
        </div>
      )}
      {isMounted ? (
        <Suspense fallback={waiting}>
          <ExpressionEditor
            {...rest}
            label={label}
            language={language}
            describedBy={error ? `${id}-error` : hasPreview ? `${id}-preview` : undefined}
            invalid={error !== undefined}
          />
        </Suspense>
      ) : (
        waiting
      )}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      ) : null}
      {hasPreview ? <PreviewLine id={`${id}-preview`} text={props.value} /> : null}
    </div>
  )
}

const LANGUAGES = { json: 'JSON', javascript: 'JavaScript', sql: 'SQL' } as const
