function factsOf(error){const{name,code,stack}=error??{};return{error:name,code,at:stack?.split(`
`).flatMap(line=>/^\s+at /.test(line)?[line.trim().slice(3)]:[])}}export{factsOf as t};
//# sourceMappingURL=error-facts-DxlzCBif.js.map