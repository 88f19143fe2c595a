/**
 * `<mailsift-guard>` around an `<input type=email>`. The input stays in the page, so that without scripts the form is what it was.
 * The message is in a shadow tree, to be styled by `::part(message)` and `::part(suggestion)`; the same words are hidden in
 * the tree of the input, because a description must be there. They stand outside of the element: what is in it belongs to the page,
 * and frameworks that take up a rendered page refuse what they did not put there.
 */
import { type Blockable, type Guard, type GuardOptions, watchInput } from './watch.ts'

let count = 0

/** Called, and not run by the import: servers render pages without `HTMLElement`. */
export function defineGuard(defaults: Partial<GuardOptions> = {}, name = 'mailsift-guard'): void {
  if (customElements.get(name)) return

  customElements.define(
    name,
    class extends HTMLElement {
      #input: HTMLInputElement | undefined
      #stop = () => {}
      /** A parser connects the element before it has read what is in it, and frameworks put in another input at any time. */
      #arrival = new MutationObserver(() => this.#follow())

      connectedCallback(): void {
        this.#arrival.observe(this, { childList: true, subtree: true })
        this.#follow()
      }

      disconnectedCallback(): void {
        this.#arrival.disconnect()
        this.#leave()
      }

      #follow(): void {
        const input =
          this.querySelector<HTMLInputElement>('input[type=email]') ??
          this.querySelector<HTMLInputElement>('input:not([type=hidden])')
        if (input === this.#input) return
        this.#leave()
        const data = this.getAttribute('data') ?? defaults.data
        if (!input || !data) return
        this.#input = input
        this.#stop = this.#watch(input, data)
      }

      #leave(): void {
        this.#stop()
        this.#stop = () => {}
        this.#input = undefined
      }

      #watch(input: HTMLInputElement, data: GuardOptions['data']): () => void {
        const make = (tag: 'span' | 'button' | 'slot') => document.createElement(tag)
        const message = make('span')
        message.part.add('message')
        const button = make('button') as HTMLButtonElement
        button.type = 'button'
        button.part.add('suggestion')
        button.onclick = () => {
          guard.accept()
          input.focus()
        }
        const status = make('span')
        status.setAttribute('role', 'status')
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        root.replaceChildren(make('slot'), status)

        const words = make('span')
        words.id = `${name}-${++count}`
        words.hidden = true
        const tree = this.getRootNode() as Document | ShadowRoot
        ;('body' in tree ? tree.body : tree).append(words)
        /** Only while there is something to say: until then the input is as the page rendered it. */
        const describe = (isSaid: boolean) => {
          const others = input.getAttribute('aria-describedby')?.split(' ') ?? []
          const ids = others.filter((id) => id !== words.id)
          if (isSaid) ids.push(words.id)
          if (ids.length > 0) input.setAttribute('aria-describedby', ids.join(' '))
          else input.removeAttribute('aria-describedby')
        }

        const block = this.getAttribute('block')?.split(/[\s,]+/) as Blockable[] | undefined
        const guard: Guard = watchInput(input, {
          ...defaults,
          data,
          server: this.getAttribute('server') ?? defaults.server,
          siteKey: this.getAttribute('site-key') ?? defaults.siteKey,
          policy: this.getAttribute('policy') ?? defaults.policy,
          block: block ?? defaults.block,
          onChange: (state) => {
            const shown = state.suggestion ? button : message
            shown.textContent = words.textContent = state.message
            // Not hidden but taken out: a style that gives a part its display would show it empty.
            status.replaceChildren(...(state.message ? [shown] : []))
            describe(state.message !== '')
            this.dispatchEvent(new CustomEvent('mailsift-guard', { detail: state, bubbles: true, composed: true }))
            defaults.onChange?.(state)
          },
        })
        return () => {
          guard.stop()
          words.remove()
        }
      }
    },
  )
}
