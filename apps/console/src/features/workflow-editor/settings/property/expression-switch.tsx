import { nodeDataStrings } from '../../strings/node-data-strings.ts'
import { ModeSwitch } from './mode-switch.tsx'

const words = nodeDataStrings.field

interface ExpressionSwitchProps {
  isExpression: boolean
  label: string
  onSwitch: (isExpression: boolean) => void
  className?: string | undefined
}

/** Chooses between a fixed value and an expression. */
export function ExpressionSwitch(props: ExpressionSwitchProps) {
  const { isExpression, label, onSwitch, className } = props
  return (
    <ModeSwitch
      mode={isExpression ? 'expression' : 'fixed'}
      modes={[
        { mode: 'fixed', label: words.fixed, hint: words.fixedHint(label) },
        { mode: 'expression', label: words.expression, hint: words.expressionHint(label) },
      ]}
      onSwitch={(mode) => onSwitch(mode === 'expression')}
      className={className}
    />
  )
}
