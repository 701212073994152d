import { format } from 'date-fns'
import { DayPicker } from 'react-day-picker'

const styles = {
  root: 'px-3 pb-2 text-sm relative',
  month_caption: 'flex h-9 items-center justify-center font-medium',
  nav: 'absolute inset-x-3 top-0 flex h-9 items-center justify-between',
  button_previous: 'ring-focus grid size-7 place-items-center rounded-md hover:bg-hover',
  button_next: 'ring-focus grid size-7 place-items-center rounded-md hover:bg-hover',
  chevron: 'size-4 fill-fg-2',
  month_grid: 'w-full',
  weekday: 'h-7 text-xs font-normal text-fg-3',
  day: 'p-0 text-center',
  day_button: 'ring-focus h-8 w-9 rounded-md tabular-nums hover:bg-hover',
  outside: 'text-fg-3',
  disabled: 'text-fg-3 opacity-50',
  today: 'font-semibold text-accent-text',
  selected: '[&>button]:bg-accent! [&>button]:text-accent-fg!',
}

export interface CalendarProps {
  selected: Date | undefined
  onChoose: (day: Date) => void
}

export function Calendar({ selected, onChoose }: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      classNames={styles}
      weekStartsOn={1}
      labels={{ labelDayButton: (day) => format(day, 'd MMMM yyyy, EEEE') }}
      selected={selected}
      {...(selected ? { defaultMonth: selected } : {})}
      onDayClick={onChoose}
    />
  )
}
