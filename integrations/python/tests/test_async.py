"""What only the asynchronous client can do."""
import asyncio
import os
import unittest

from mailsift import AsyncMailsift
from support import SERVER, fail_next, seen


class Concurrency(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.mailsift = AsyncMailsift(os.environ["MAILSIFT_TOKEN"], SERVER)
        self.addAsyncCleanup(self.mailsift.aclose)
        seen()

    async def test_calls_run_side_by_side(self) -> None:
        fail_next("GET", "/v1/emails/validate?email=slow", "hold")
        slow = asyncio.ensure_future(self.mailsift.validate("slow@contoso.com"))
        results = await asyncio.gather(*(self.mailsift.validate(f"ada{at}@contoso.com") for at in range(20)))
        self.assertEqual([result.inbound for result in results], [f"ada{at}@contoso.com" for at in range(20)])
        self.assertFalse(slow.done())
        slow.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await slow

    async def test_a_canceled_upload_gives_its_slot_back(self) -> None:
        fail_next("PUT", "/v1/files/", "hold")
        upload = asyncio.ensure_future(self.mailsift.csv.submit(b"email\nada@contoso.com\n", email_column="email"))
        while not seen("PUT"):
            await asyncio.sleep(0.01)
        self.assertEqual(len(await self.mailsift.uploads.list()), 1)
        upload.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await upload
        self.assertEqual(await self.mailsift.uploads.list(), [])


if __name__ == "__main__":
    unittest.main()
