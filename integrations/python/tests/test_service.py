"""Both clients against the real service."""
import csv
import io
import os
import tempfile
import unittest
import uuid
from pathlib import Path

from mailsift import (
    ApiConnectionError,
    ApiError,
    AuthenticationError,
    ConflictError,
    CsvRefusedError,
    InvalidRequestError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WaitTimeoutError,
)
from support import SERVER, ServiceCase, fail_next, problem, seen

ROWS = b"Name,E-Mail\nAda,ada@contoso.com\nDesk,info@contoso.com\n"


class OneAddress(ServiceCase):
    def test_a_result_has_the_fields_of_the_contract(self) -> None:
        result = self.mailsift.validate("Ada.Lovelace+news@contoso.com")
        self.assertEqual(result.normalized, "ada.lovelace@contoso.com")
        self.assertIs(result.validations.safe_to_send, True)
        self.assertIs(result.validations.has_valid_mx_records, None)
        self.assertEqual(result.metadata.username.label, "news")

    def test_an_insight_suggests_the_correction_and_says_why(self) -> None:
        insight = self.mailsift.insight("ann.lee@gmial.com", policy="sign-up")
        self.assertEqual((insight.tier, insight.suggestion), ("unsafe", "ann.lee@gmail.com"))
        self.assertEqual(insight.reasons[0].code, "typo")
        self.assertEqual(self.mailsift.insight("info@contoso.com", allow=["role"]).tier, "safe")

    def test_a_malformed_address_raises_its_code(self) -> None:
        with self.assertRaises(InvalidRequestError) as caught:
            self.mailsift.validate("not an address")
        self.assertEqual((caught.exception.code, caught.exception.status), ("invalid_email", 400))
        self.assertTrue(caught.exception.request_id)

    def test_wrong_and_read_tokens_raise_their_own_errors(self) -> None:
        with self.assertRaises(AuthenticationError):
            self.client("ms_r_wrong").validate("ada@contoso.com")
        with self.assertRaises(PermissionDeniedError):
            self.client(os.environ["MAILSIFT_READ_TOKEN"]).bulk.submit(["ada@contoso.com"])

    def test_a_lookup_that_fails_raises_with_what_is_known(self) -> None:
        with self.assertRaises(ServerError) as caught:
            self.client(max_retries=0).validate("ada@contoso.com", validate_domain=True)
        self.assertEqual(caught.exception.offline_result.normalized, "ada@contoso.com")


class Retries(ServiceCase):
    def test_a_broken_connection_is_retried_with_the_same_key(self) -> None:
        fail_next("GET", "/v1/emails/validate", "drop the answer")
        self.mailsift.validate("ada@contoso.com")
        keys = [each["headers"]["idempotency-key"] for each in seen("GET", "/v1/emails/validate")]
        self.assertEqual(len(keys), 2)
        self.assertEqual(len(set(keys)), 1)

    def test_a_retry_waits_for_retry_after(self) -> None:
        fail_next("GET", "/v1/emails/validate", problem(503, "unavailable", retry_after="2"))
        self.mailsift.validate("ada@contoso.com")
        first, second = seen("GET", "/v1/emails/validate")
        self.assertGreaterEqual(second["at"] - first["at"], 2_000)

    def test_the_last_error_is_raised(self) -> None:
        fail_next("GET", "/v1/emails/validate", "drop")
        fail_next("GET", "/v1/emails/validate", "drop amid the answer")
        with self.assertRaises(ApiConnectionError):
            self.client(max_retries=1).validate("ada@contoso.com")

    def test_a_limit_that_seconds_do_not_lift_is_not_retried(self) -> None:
        fail_next("POST", "/v1/emails/bulk", problem(429, "too_many_unfinished", retry_after="1"))
        with self.assertRaises(RateLimitError) as caught:
            self.mailsift.bulk.submit(["ada@contoso.com"])
        self.assertEqual(caught.exception.retry_after_seconds, 1)
        self.assertEqual(len(seen("POST")), 1)

    def test_the_page_of_another_server_is_an_error_that_says_so(self) -> None:
        fail_next("GET", "/v1/emails/validate", {"status": 200, "headers": {"content-type": "text/html"}, "body": "Hi"})
        with self.assertRaises(ApiError) as caught:
            self.mailsift.validate("ada@contoso.com")
        self.assertEqual(caught.exception.code, "unexpected_response")

    def test_a_redirect_is_not_followed_with_the_token(self) -> None:
        fail_next("GET", "/v1/emails/validate", {"status": 302, "headers": {"location": f"{SERVER}/elsewhere"}})
        with self.assertRaises(ApiError):
            self.mailsift.validate("ada@contoso.com")
        self.assertEqual(seen("GET", "/elsewhere"), [])

    def test_a_timeout_ends_a_call_that_nobody_answers(self) -> None:
        fail_next("GET", "/v1/emails/validate", "hold")
        with self.assertRaises(ApiConnectionError):
            self.client(max_retries=0, timeout=0.5).validate("ada@contoso.com")


class Lists(ServiceCase):
    def test_every_string_is_one_item_in_the_order_of_the_input(self) -> None:
        emails = ["not an address" if at % 50 == 0 else f"ada{at}@contoso.com" for at in range(230)]
        job = self.mailsift.bulk.submit(emails)
        polled = []
        job = self.mailsift.bulk.wait(job.id, on_progress=polled.append)
        self.assertEqual((job.status, job.success, job.errors), ("completed", 225, 5))
        self.assertEqual(polled[-1], job)
        items = list(self.mailsift.bulk.items(job.id))
        self.assertEqual([item.input for item in items], emails)
        self.assertEqual(items[0].error.code, "invalid_email")
        self.assertIs(items[0].result, None)
        self.assertEqual(self.mailsift.bulk.list(take=1).page(1).items[0].id, job.id)
        rows = list(csv.reader(io.StringIO(b"".join(self.mailsift.bulk.download(job.id)).decode())))
        self.assertEqual(len(rows), 231)
        self.assertTrue(self.mailsift.bulk.link(job.id).download_url.startswith("http"))

    def test_a_lost_response_creates_no_second_job(self) -> None:
        fail_next("POST", "/v1/emails/bulk", "drop the answer")
        job = self.mailsift.bulk.submit(["ada@contoso.com"])
        self.mailsift.bulk.wait(job.id)
        before = self.mailsift.bulk.list().page(1)
        self.assertEqual([each.id for each in before.items].count(job.id), 1)
        self.assertEqual(len([each for each in before.items if each.created_at >= job.created_at]), 1)

    def test_the_same_key_finds_the_job_and_refuses_other_input(self) -> None:
        key = uuid.uuid4().hex
        job = self.mailsift.bulk.submit(["ada@contoso.com"], idempotency_key=key)
        self.assertEqual(self.client().bulk.submit(["ada@contoso.com"], idempotency_key=key).id, job.id)
        with self.assertRaises(ConflictError) as caught:
            self.mailsift.bulk.submit(["bob@contoso.com"], idempotency_key=key)
        self.assertEqual(caught.exception.code, "idempotency_conflict")
        self.mailsift.bulk.wait(job.id)

    def test_waiting_outlasts_a_service_that_is_away(self) -> None:
        job = self.mailsift.bulk.submit(["ada@contoso.com"])
        for _ in range(2):
            fail_next("GET", f"/v1/emails/bulk/{job.id}", "drop")
        self.assertEqual(self.client(max_retries=0).bulk.wait(job.id).status, "completed")

    def test_waiting_ends_after_its_timeout(self) -> None:
        job = self.mailsift.bulk.submit(["ada@contoso.com"])
        fail_next("GET", f"/v1/emails/bulk/{job.id}", "drop")
        with self.assertRaises(WaitTimeoutError):
            self.client(max_retries=0).bulk.wait(job.id, timeout=0)
        self.mailsift.bulk.wait(job.id)


class CsvFiles(ServiceCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def cleaned(self, source: object, **options: object) -> "list[list[str]]":
        target = io.BytesIO()
        group = self.mailsift.csv.clean(source, target, email_column="E-Mail", **options)
        self.assertEqual((group.status, group.success), ("completed", 2))
        return list(csv.reader(io.StringIO(target.getvalue().decode())))

    def test_a_path_the_bytes_and_a_file_are_cleaned_alike(self) -> None:
        path = self.folder / "contacts.csv"
        path.write_bytes(ROWS)
        target = self.folder / "cleaned.csv"
        progress = []
        self.mailsift.csv.clean(
            path, target, email_column="E-Mail", on_upload_progress=lambda sent, total: progress.append((sent, total))
        )
        from_path = list(csv.reader(io.StringIO(target.read_text())))
        self.assertEqual(from_path[0][:3], ["Name", "E-Mail", "service.error.code"])
        self.assertEqual([row[:2] for row in from_path[1:]], [["Ada", "ada@contoso.com"], ["Desk", "info@contoso.com"]])
        self.assertEqual(progress, [(len(ROWS), len(ROWS))])
        self.assertEqual(sorted(os.listdir(self.folder)), ["cleaned.csv", "contacts.csv"])
        safe = [row[from_path[0].index("service.validations.safe_to_send")] for row in from_path[1:]]
        self.assertEqual(safe, ["true", "false"])
        self.assertEqual(self.cleaned(ROWS)[0], from_path[0])
        with open(path, "rb") as file:
            self.assertEqual(self.cleaned(file)[0], from_path[0])

    def test_a_missing_column_is_refused_and_leaves_no_file(self) -> None:
        with self.assertRaises(CsvRefusedError) as caught:
            self.mailsift.csv.clean(ROWS, self.folder / "cleaned.csv", email_column="Mail")
        self.assertEqual(caught.exception.group.status, "failed")
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_upload_that_breaks_is_sent_again(self) -> None:
        fail_next("PUT", "/v1/files/", "drop amid the request")
        self.assertEqual(len(self.cleaned(ROWS)), 3)
        self.assertEqual(len(seen("PUT")), 2)

    def test_an_upload_whose_response_was_lost_is_submitted(self) -> None:
        fail_next("PUT", "/v1/files/", "drop the answer")
        self.assertEqual(len(self.cleaned(ROWS)), 3)

    def test_no_token_follows_a_signed_link(self) -> None:
        self.cleaned(ROWS)
        for request in seen(None, "/v1/files/"):
            self.assertNotIn("service-email-api-token", request["headers"])

    def test_a_download_that_breaks_continues_where_it_stopped(self) -> None:
        whole = self.cleaned(ROWS)
        seen()
        fail_next("GET", "/v1/files/", "drop amid the answer")
        self.assertEqual(self.cleaned(ROWS)[0], whole[0])
        ranges = [each["headers"].get("range") for each in seen("GET", "/v1/files/")]
        self.assertEqual(ranges[0], None)
        self.assertRegex(ranges[1], r"^bytes=[1-9]\d*-$")

    def test_the_same_key_resumes_an_upload_and_then_finds_its_group(self) -> None:
        key = uuid.uuid4().hex
        for _ in range(3):
            fail_next("PUT", "/v1/files/", "drop")
        with self.assertRaises(ApiConnectionError):
            self.mailsift.csv.submit(ROWS, email_column="E-Mail", idempotency_key=key)
        group = self.client().csv.submit(ROWS, email_column="E-Mail", idempotency_key=key)
        self.mailsift.groups.wait(group.id)
        self.assertEqual(self.client().csv.submit(ROWS, email_column="E-Mail", idempotency_key=key).id, group.id)
        self.assertEqual(self.mailsift.uploads.list(), [])
        self.assertEqual(self.mailsift.groups.list().page(1).items[0].id, group.id)

    def test_an_interrupted_upload_gives_its_slot_back(self) -> None:
        def interrupt(_sent: int, _total: int) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.mailsift.csv.submit(ROWS, email_column="E-Mail", on_upload_progress=interrupt)
        self.assertEqual(self.mailsift.uploads.list(), [])


class ContactsAndSuppressions(ServiceCase):
    def test_contacts_are_listed_and_searched(self) -> None:
        self.assertEqual(list(self.mailsift.contacts.list()), list(self.mailsift.contacts.search(sort="newest")))

    def test_suppressed_addresses_are_listed_until_they_are_removed(self) -> None:
        added = self.mailsift.suppressions.add(["gone@contoso.com", "not an address"], reason="manual")
        self.assertEqual((added.added, added.malformed), (1, 1))
        self.assertEqual([each.email for each in self.mailsift.suppressions.list()], ["gone@contoso.com"])
        self.mailsift.suppressions.remove("gone@contoso.com")
        self.assertEqual(list(self.mailsift.suppressions.list()), [])


def with_both_clients() -> None:
    for case in (OneAddress, Retries, Lists, CsvFiles, ContactsAndSuppressions):
        name = f"Async{case.__name__}"
        globals()[name] = type(name, (case,), {"is_async": True})


with_both_clients()

if __name__ == "__main__":
    unittest.main()
