import { cn } from '../../../../ui/primitives/cn.ts'

interface ModeSwitchProps<Mode extends string> {
  mode: Mode
  modes: readonly { mode: Mode; label: string; hint: string; isDisabled?: boolean }[]
  onSwitch: (mode: Mode) => void
  className?: string | undefined
}

const modeStyle =
  'ring-focus h-6 rounded-sm px-1 text-2xs text-fg-3 hover:text-fg disabled:opacity-60 aria-pressed:text-fg aria-pressed:underline aria-pressed:decoration-accent aria-pressed:decoration-2 aria-pressed:underline-offset-4'

/** Small buttons beside a field's label that choose how it is edited. */
export function ModeSwitch<Mode extends string>(props: ModeSwitchProps<Mode>) {
  const { mode, modes, onSwitch, className } = props
  return (
    <span className={cn('flex gap-0.5', className)}>
      {modes.map((one) => (
        <button
          key={one.mode}
          type="button"
          aria-pressed={one.mode === mode}
          title={one.hint}
          disabled={one.isDisabled}
          onClick={() => (one.mode === mode ? undefined : onSwitch(one.mode))}
          className={modeStyle}
        >
          {one.label}
        </button>
      ))}
    </span>
  )
}
