/**
 * `<mailsift-guard>` around an `<input type=email>`. The input stays in the page, so that without scripts the form is what it was.
 * What is shown stands in a shadow tree, to be dressed by `::part(message)` and `::part(suggestion)`; the same words stand hidden
 * beside the input, because a description must be in its own tree.
 */
import { type Blockable, type Guard, type GuardOptions, watchInput } from './watch.ts'

let count = 0

/** Called, and not run by the import: servers render pages without `HTMLElement`. */
export function defineGuard(defaults: Partial<GuardOptions> = {}, name = 'mailsift-guard'): void {
  if (customElements.get(name)) return

  customElements.define(
    name,
    class extends HTMLElement {
      #guard: Guard | undefined

      connectedCallback() {
        const input = this.querySelector('input')
        const data = this.getAttribute('data') ?? defaults.data
        if (!data || this.#guard) return
        // A parser connects the element before it has read what is in it.
        if (!input) return this.#await()
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        const message = document.createElement('span')
        message.part.add('message')
        message.setAttribute('aria-hidden', 'true')
        const button = document.createElement('button')
        button.type = 'button'
        button.part.add('suggestion')
        root.replaceChildren(document.createElement('slot'), message, button)
        const words = document.createElement('span')
        words.id = `mailsift-guard-${++count}`
        words.hidden = true
        words.setAttribute('role', 'status')
        this.append(words)
        const described = input.getAttribute('aria-describedby')
        input.setAttribute('aria-describedby', described ? `${described} ${words.id}` : words.id)

        const block = this.getAttribute('block')?.split(/[\s,]+/) as Blockable[] | undefined
        const guard = watchInput(input, {
          ...defaults,
          data,
          server: this.getAttribute('server') ?? defaults.server,
          siteKey: this.getAttribute('site-key') ?? defaults.siteKey,
          block: block ?? defaults.block,
          onChange: (state) => {
            const { suggestion } = state
            words.textContent = state.message
            message.textContent = suggestion ? '' : state.message
            message.hidden = !message.textContent
            button.textContent = suggestion ? state.message : ''
            button.hidden = !suggestion
            this.dispatchEvent(new CustomEvent('mailsift-guard', { detail: state, bubbles: true, composed: true }))
            defaults.onChange?.(state)
          },
        })
        this.#guard = guard
        message.hidden = button.hidden = true
        button.onclick = () => {
          guard.accept()
          input.focus()
        }
        this.#forget = () => {
          words.remove()
          if (described) input.setAttribute('aria-describedby', described)
          else input.removeAttribute('aria-describedby')
        }
      }

      #forget = () => {}

      #await(): void {
        const arrival = new MutationObserver(() => {
          if (!this.querySelector('input')) return
          arrival.disconnect()
          if (this.isConnected) this.connectedCallback()
        })
        arrival.observe(this, { childList: true, subtree: true })
      }

      disconnectedCallback(): void {
        this.#guard?.stop()
        this.#guard = undefined
        this.#forget()
      }
    },
  )
}
