import { Moon, Sun } from 'lucide-react'
import { Button } from '../primitives/button.tsx'
import { Tooltip } from '../primitives/tooltip.tsx'
import { useTheme } from './theme.ts'

export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Tooltip text={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={toggleTheme}>
        {theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      </Button>
    </Tooltip>
  )
}
