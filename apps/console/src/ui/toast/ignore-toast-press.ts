/** A click on a toast must not count as a click outside the dialog. */
export function ignoreToastPress(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) {
    event.preventDefault()
  }
}
