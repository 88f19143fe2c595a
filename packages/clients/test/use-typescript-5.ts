// The generators use the compiler as a library, which TypeScript 7 is not: they get the one of this package.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
