declare module 'engine-tables?url' {
  /** Where the tables of the engine's libraries are served. */
  const url: string
  export default url
}

declare module 'engine-data?url' {
  /** Where the compiled data of the engine is served. */
  const url: string
  export default url
}
