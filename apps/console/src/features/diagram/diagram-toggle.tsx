import { Waypoints } from 'lucide-react'
import { Button } from '../../ui/primitives/button.tsx'
import { diagramStrings as strings } from './strings.ts'

interface DiagramToggleProps {
  isDiagram: boolean
  onDiagramChange: ((isDiagram: boolean) => void) | undefined
}

/** Toggles the diagram; renders nothing if there are no tables. */
export function DiagramToggle({ isDiagram, onDiagramChange }: DiagramToggleProps) {
  if (!onDiagramChange) return null
  return (
    <Button
      variant={isDiagram ? 'outline' : 'ghost'}
      aria-pressed={isDiagram}
      onClick={() => onDiagramChange(!isDiagram)}
    >
      <Waypoints aria-hidden="true" />
      {strings.toggle}
    </Button>
  )
}
