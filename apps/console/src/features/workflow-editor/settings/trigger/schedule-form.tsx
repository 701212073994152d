import { useId } from 'react'
import { Input } from '../../../../ui/forms/input.tsx'
import { NumberInput } from '../../../../ui/forms/number-input.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { cn } from '../../../../ui/primitives/cn.ts'
import { scheduleStrings as words } from '../../strings/schedule-strings.ts'
import type { FormProps } from '../forms/form-props.ts'
import { textOf } from '../property/property.ts'
import { type Repeat, readRepeat, writeRepeat } from './read-repeat.ts'

const KINDS = (['minutes', 'hours', 'day', 'week', 'month'] as const).map((value) => ({
  value,
  label: words.every[value],
}))
/** Monday first. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

const timeOf = (repeat: Repeat | undefined) => (repeat && 'time' in repeat ? repeat.time : '09:00')

function startOf(every: Repeat['every'], before: Repeat | undefined): Repeat {
  const time = timeOf(before)
  switch (every) {
    case 'minutes':
      return { every, count: 15 }
    case 'hours':
      return { every, count: 1, minute: 0 }
    case 'day':
      return { every, time }
    case 'week':
      return { every, time, days: [1, 2, 3, 4, 5] }
    case 'month':
      return { every, time, day: 1 }
  }
}

interface PartProps<R extends Repeat> {
  id: string
  repeat: R
  onChange: (repeat: R) => void
}

function WholeNumber(props: {
  id: string
  label: string
  value: number
  range: readonly [number, number]
  onChange: (value: number) => void
}) {
  const [min, max] = props.range
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={props.id} className="shrink-0 text-xs text-fg-2">
        {props.label}
      </label>
      <div className="w-20">
        <NumberInput
          id={props.id}
          value={props.value}
          min={min}
          max={max}
          onValueChange={(next) => {
            if (next === null || !Number.isInteger(next) || next < min || next > max) return
            props.onChange(next)
          }}
        />
      </div>
    </div>
  )
}

type Timed = Extract<Repeat, { time: string }>

function Time({ id, repeat, onChange }: PartProps<Timed>) {
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-fg-2">
        {words.at}
      </label>
      <Input
        id={id}
        type="time"
        value={repeat.time}
        className="w-28! tabular-nums"
        onChange={(event) =>
          event.target.value === '' ? undefined : onChange({ ...repeat, time: event.target.value })
        }
      />
    </div>
  )
}

/** Days as toggles; the last one cannot be switched off, as a schedule without days never fires. */
function Days({ repeat, onChange }: Omit<PartProps<Extract<Repeat, { every: 'week' }>>, 'id'>) {
  const { days } = repeat
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day]
    if (next.length > 0) onChange({ ...repeat, days: next })
  }
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{words.days}</legend>
      {DAYS.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          aria-label={words.dayNames[day]}
          onClick={() => toggle(day)}
          className={cn(
            'ring-focus h-7 min-w-10 rounded-md border border-line-strong px-1.5 text-xs',
            days.includes(day) ? 'bg-accent-soft text-accent-text' : 'bg-surface text-fg-2',
          )}
        >
          {words.dayNames[day]?.slice(0, 3)}
        </button>
      ))}
    </fieldset>
  )
}

function Parts({ id, repeat, onChange }: PartProps<Repeat>) {
  switch (repeat.every) {
    case 'minutes':
      return (
        <WholeNumber
          id={`${id}-count`}
          label={words.minutes}
          value={repeat.count}
          range={[1, 59]}
          onChange={(count) => onChange({ ...repeat, count })}
        />
      )
    case 'hours':
      return (
        <>
          <WholeNumber
            id={`${id}-count`}
            label={words.hours}
            value={repeat.count}
            range={[1, 23]}
            onChange={(count) => onChange({ ...repeat, count })}
          />
          <WholeNumber
            id={`${id}-minute`}
            label={words.minute}
            value={repeat.minute}
            range={[0, 59]}
            onChange={(minute) => onChange({ ...repeat, minute })}
          />
        </>
      )
    case 'week':
      return (
        <>
          <Days {...{ repeat, onChange }} />
          <Time id={`${id}-time`} {...{ repeat }} onChange={onChange} />
        </>
      )
    case 'month':
      return (
        <>
          <WholeNumber
            id={`${id}-day`}
            label={words.day}
            value={repeat.day}
            range={[1, 31]}
            onChange={(day) => onChange({ ...repeat, day })}
          />
          {repeat.day > 28 ? <p className="text-xs text-fg-3">{words.shortMonths}</p> : null}
          <Time id={`${id}-time`} {...{ repeat }} onChange={onChange} />
        </>
      )
    case 'day':
      return <Time id={`${id}-time`} {...{ repeat }} onChange={onChange} />
  }
}

/** Builds a cron expression by choices. */
export function ScheduleForm({ value, onChange }: FormProps) {
  const id = useId()
  const repeat = readRepeat(textOf(value))
  const set = (next: Repeat) => onChange(writeRepeat(next))
  return (
    <div className="flex flex-col gap-2">
      <Select<Repeat['every'] | ''>
        id={`${id}-every`}
        aria-label={words.repeat}
        value={repeat?.every ?? ''}
        placeholder={words.choose}
        options={KINDS}
        onValueChange={(every) => (every === '' ? undefined : set(startOf(every, repeat)))}
      />
      {repeat ? <Parts {...{ id, repeat }} onChange={set} /> : null}
      {repeat ? <p className="font-mono text-2xs text-fg-3">{writeRepeat(repeat)}</p> : null}
    </div>
  )
}
