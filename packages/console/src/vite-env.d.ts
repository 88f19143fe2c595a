declare module 'engine-data?url' {
  /** Where the compiled data of the engine is served. */
  const url: string
  export default url
}
