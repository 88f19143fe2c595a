// The recipe for Spark in docs/, run by Python like Spark does.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { installCommand } from './installed-command.ts'

const guide = readFileSync(new URL('../../../../docs/guides/query-engines.md', import.meta.url), 'utf8')

/** The parts of pandas and pyspark that the recipe uses. */
const PANDAS = `
class Series(list):
    def __init__(self, values, index=None):
        super().__init__(values)
        self.index = index if index is not None else list(range(len(self)))
    @property
    def iloc(self):
        return self
`
const DRIVER = `
import sys
sys.path.insert(0, sys.argv[1])
exec(open(sys.argv[1] + "/recipe.py").read())
batches = [pd.Series(["ada.lovelace@contoso.com", None, "nobody"] * 1000), pd.Series([]), pd.Series(["info@mailinator.com"])]
for result in mailsift_status(iter(batches)):
    print(len(result), ",".join(dict.fromkeys(result)))
`

test('the recipe for a pandas UDF of Spark returns every batch of a partition', async () => {
  const recipe = /```text\n(import json.*?)```/s.exec(guide)![1]!
  const { folder, env } = await installCommand()
  await mkdir(join(folder, 'pyspark', 'sql'), { recursive: true })
  await writeFile(join(folder, 'pandas.py'), PANDAS)
  await writeFile(
    join(folder, 'pyspark', 'sql', 'functions.py'),
    'def pandas_udf(kind):\n    return lambda function: function\n',
  )
  await writeFile(join(folder, 'recipe.py'), recipe)
  const { stdout } = await promisify(execFile)('python3', ['-c', DRIVER, folder], { env })
  expect(stdout).toBe('3000 safe,blank,unsafe\n0 \n1 unsafe\n')
})
