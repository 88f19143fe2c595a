import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Page } from '../parts/page.tsx'
import { sampleList } from '../parts/sample-list.ts'
import { clean } from '../texts/clean.ts'
import { ChosenList } from './chosen-list.tsx'
import { Drop } from './drop.tsx'

/** A list: dropped, chosen or pasted; previewed here; then validated by the service. */
export default function CleanPage() {
  const [params] = useSearchParams()
  const [file, setFile] = useState(() => (params.has('sample') ? sampleList() : undefined))
  const [isBack, setBack] = useState(false)
  return (
    <Page title={clean.title} lead={clean.lead} help="clean">
      {file ? (
        <ChosenList
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onOther={() => {
            setBack(true)
            setFile(undefined)
          }}
        />
      ) : (
        <Drop onFile={setFile} isBack={isBack} />
      )}
    </Page>
  )
}
