var LoggableError=class extends Error{};function factsOf(error){const{name,code,stack}=error??{};const at=stack?.split(`
`).flatMap(line=>/^\s+at /.test(line)?[line.trim().slice(3)]:[]);return{error:name,...error instanceof LoggableError&&{reason:error.message},code,at}}export{factsOf as n,LoggableError as t};
//# sourceMappingURL=error-facts-BVkLVl_9.js.map