// The second door of bulk validation: what is stored about an account or an address, to be shown or removed.
export { findFiles, findRows } from './privacy/find-address.ts'
export { type FoundBulkName, findBulkNames, forgetBulkNames } from './privacy/find-names.ts'
export {
  groupsOfAccount,
  jobsOfAccount,
  keysOfAccount,
  listsOfAccount,
  readUploadedFile,
  rowsOfJob,
  submissionsOfAccount,
  uploadsOfAccount,
} from './privacy/of-user.ts'
export { readCandidates } from './read/candidates.ts'
export { endSubmission, jobIdsOf, objectsOf, removeSubmission, type Submission } from './retention/remove.ts'
