/** Options for UTS #46. */
export const UTS46 = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  transitionalProcessing: false,
  useSTD3ASCIIRules: true,
} as const
