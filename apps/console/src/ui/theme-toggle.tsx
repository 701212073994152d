import { Moon, Sun } from 'lucide-react'
import { Button } from './button.tsx'
import { useTheme } from './theme.ts'
import { Tooltip } from './tooltip.tsx'

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
