// Wraps the email inputs of forms with the element of the guard. Without the guard, the element does nothing.
;(() => {
  const { selectors, policy, block } = window.mailsiftWrap

  const wrap = () => {
    for (const input of document.querySelectorAll(selectors.join(','))) {
      if (input.closest('mailsift-guard')) continue
      const guard = document.createElement('mailsift-guard')
      guard.setAttribute('policy', policy)
      if (block) guard.setAttribute('block', block)
      input.before(guard)
      guard.append(input)
    }
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wrap)
  else wrap()
})()
