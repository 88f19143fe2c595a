import type { ContactFilter, ContactFormat } from '@mailsift/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { SERVICE_URL } from '../base.ts'
import { Choice } from '../parts/field.tsx'
import { readKept, writeKept } from '../parts/kept.ts'
import { contacts as t } from '../texts/contacts.ts'

const KEY = 'mailsift.contact-format'
const FORMATS: readonly ContactFormat[] = ['csv', 'xlsx', 'vcf']

/** A link, so that the browser saves the file while the service streams the contacts. */
export function ExportContacts({
  filter,
  sort,
  isFiltered,
}: {
  filter: ContactFilter
  sort: string
  isFiltered: boolean
}) {
  const [format, setFormat] = useState(() => FORMATS.find((each) => each === readKept(KEY).format) ?? 'csv')
  const query = new URLSearchParams({ format, sort, ...filter })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Choice
        label={t.exportFormat}
        value={format}
        options={FORMATS.map((value) => ({ value, label: t.exportFormats[value] }))}
        onChange={(next) => {
          writeKept(KEY, { format: next })
          setFormat(next)
        }}
      />
      <a
        href={`${SERVICE_URL}/account/contacts/export?${query}`}
        download
        className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line bg-paper px-3 text-sm hover:bg-raised [&_svg]:size-4"
      >
        <Download aria-hidden />
        {isFiltered ? t.exportMatching : t.export}
      </a>
    </div>
  )
}
