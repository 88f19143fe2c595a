import { formatCount } from '@mailsift/command/table'
import { CSV_RECORDS_MAX_COUNT, UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract/limits'
import { ApiError, ConnectionError, CsvRefusedError, isApiError } from '@mailsift/sdk'
import { DEFAULT_SLOTS, submitParts } from '@mailsift/sdk/lists'
import { asTyped, type Context, tell, warn } from '../context.ts'
import { usageError } from '../exit.ts'
import { offerLocal } from '../service.ts'
import type { Input } from './input.ts'
import { type CleanValues, resumeLine } from './options.ts'
import { type RemoteDeps, showGroup, shownPlace, spoolAddresses } from './remote.ts'

type Steps = {
  addresses: AsyncIterable<string>
  /** The last step before the list uses credits. */
  prepare: () => Promise<unknown>
  write: (ids: string[]) => Promise<void>
}

/** Makes all requests for a list, so that every failure gets the same explanation. */
export async function validateRemotely(
  context: Context,
  values: CleanValues,
  input: Input,
  deps: RemoteDeps,
  { addresses, prepare, write }: Steps,
): Promise<void> {
  const submitted: string[] = [...values.resume]
  let mayBeSubmitted = false
  try {
    const { mailsift, progress, signal } = deps
    const ids = await spoolAddresses(addresses, signal, async (parts) => {
      if (submitted.length > parts.length)
        throw usageError(`The list has ${parts.length} parts, but --resume names ${submitted.length} groups.`)
      const slots = values.slots === undefined ? DEFAULT_SLOTS : Number(values.slots)
      if (parts.length > slots) {
        progress.clear()
        tell(context, describeSlots(parts.length, slots))
      }
      await prepare()
      return submitParts(mailsift, parts, {
        slots,
        filename: input.name,
        validateDomain: values.domain,
        signal,
        submitted,
        onUploading: (place) => progress.update(`Uploading ${input.name}${shownPlace(place)}`),
        onProgress: (group, place) => showGroup(progress, group, place),
        onSubmitting: () => {
          mayBeSubmitted = true
        },
        onSubmitted(id) {
          mayBeSubmitted = false
          submitted.push(id)
          deps.progress.onSubmitted?.(id)
        },
      })
    })
    await write(ids)
  } catch (error) {
    deps.progress.clear()
    if (mayBeSubmitted && isOutcomeUnknown(context, error))
      warn(context, asTyped(context, 'The list may have been submitted. Run `mailsift groups` to check.'))
    else if (submitted.length > 0 && hasResult(error))
      warn(
        context,
        `The service continues to validate the list. Fetch the result with:\n  ${resumeLine(context, values, input.operand, submitted)}`,
      )
    const isOffered = error instanceof ConnectionError && submitted.length === 0 && !mayBeSubmitted && !values.domain
    throw isOffered ? offerLocal(error) : error
  }
}

function describeSlots(parts: number, slots: number): string {
  const all = UNFINISHED_SUBMISSIONS_MAX_COUNT
  const split = `Validating the list in ${parts} parts of up to ${formatCount(CSV_RECORDS_MAX_COUNT)} addresses, ${slots} at a time`
  return slots < all
    ? `${split}.\nYour account can run ${all} lists at a time; --slots ${all} uses all of them for this list.`
    : `${split}.`
}

/** Whether the error leaves it unknown what the service did. */
function isOutcomeUnknown({ signal }: Context, error: unknown): boolean {
  return signal.aborted || error instanceof ConnectionError || isApiError(error, 'idempotency_in_progress')
}

/** Whether the service has or will have the result of a failed call: yes, unless it said otherwise. */
export function hasResult(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.code === 'rate_limited'
  return !(error instanceof CsvRefusedError)
}
