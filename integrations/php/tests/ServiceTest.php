<?php

declare(strict_types=1);

namespace Mailsift\Tests;

use Mailsift\Exception\ApiException;
use Mailsift\Exception\AuthenticationException;
use Mailsift\Exception\ConflictException;
use Mailsift\Exception\ConnectionException;
use Mailsift\Exception\CsvRefusedException;
use Mailsift\Exception\InvalidRequestException;
use Mailsift\Exception\PermissionDeniedException;
use Mailsift\Exception\RateLimitException;
use Mailsift\Exception\ServerException;
use Mailsift\Exception\WaitTimeoutException;
use Mailsift\Mailsift;
use Mailsift\Model\Job;

/** The client against the real service. */
final class ServiceTest extends ServiceCase
{
    private const ROWS = "Name,E-Mail\nAda,ada@contoso.com\nDesk,info@contoso.com\n";

    private string $folder;

    protected function setUp(): void
    {
        parent::setUp();
        $this->folder = sys_get_temp_dir() . '/mailsift-php-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("$this->folder/*") ?: []);
        rmdir($this->folder);
    }

    public function testAResultHasTheFieldsOfTheContract(): void
    {
        $result = $this->mailsift->validate('Ada.Lovelace+news@contoso.com');
        self::assertSame('ada.lovelace@contoso.com', $result->normalized);
        self::assertTrue($result->validations->safeToSend);
        self::assertNull($result->validations->hasValidMxRecords);
        self::assertSame('news', $result->metadata->username->label);
    }

    public function testAnInsightSuggestsTheCorrectionAndSaysWhy(): void
    {
        $insight = $this->mailsift->insight('ann.lee@gmial.com', policy: 'sign-up');
        self::assertSame(['unsafe', 'ann.lee@gmail.com'], [$insight->tier, $insight->suggestion]);
        self::assertSame('typo', $insight->reasons[0]->code);
        self::assertSame('safe', $this->mailsift->insight('info@contoso.com', allow: ['role'])->tier);
    }

    public function testAMalformedAddressThrowsItsCode(): void
    {
        $error = $this->caught(InvalidRequestException::class, fn () => $this->mailsift->validate('not an address'));
        self::assertSame(['invalid_email', 400], [$error->errorCode, $error->status]);
        self::assertNotEmpty($error->requestId);
    }

    public function testWrongAndReadTokensThrowTheirOwnExceptions(): void
    {
        $this->caught(AuthenticationException::class, fn () => $this->client('ms_r_wrong')->validate('ada@contoso.com'));
        $reader = $this->client((string) getenv('MAILSIFT_READ_TOKEN'));
        $this->caught(PermissionDeniedException::class, fn () => $reader->bulk->submit(['ada@contoso.com']));
    }

    public function testALookupThatFailsThrowsWithWhatIsKnown(): void
    {
        $once = $this->client(maxRetries: 0);
        $error = $this->caught(ServerException::class, fn () => $once->validate('ada@contoso.com', validateDomain: true));
        self::assertSame('ada@contoso.com', $error->offlineResult?->normalized);
    }

    public function testABrokenConnectionIsRetriedWithTheSameKey(): void
    {
        $this->failNext('GET', '/v1/emails/validate', 'drop the answer');
        $this->mailsift->validate('ada@contoso.com');
        $requests = $this->seen('GET', '/v1/emails/validate');
        $keys = array_map(static fn (array $each): string => $each['headers']['idempotency-key'], $requests);
        self::assertCount(2, $keys);
        self::assertSame($keys[0], $keys[1]);
    }

    public function testARetryWaitsForRetryAfter(): void
    {
        $this->failNext('GET', '/v1/emails/validate', self::problem(503, 'unavailable', ['retry-after' => '2']));
        $this->mailsift->validate('ada@contoso.com');
        [$first, $second] = $this->seen('GET', '/v1/emails/validate');
        self::assertGreaterThanOrEqual(2_000, $second['at'] - $first['at']);
    }

    public function testTheLastErrorIsThrown(): void
    {
        $this->failNext('GET', '/v1/emails/validate', 'drop');
        $this->failNext('GET', '/v1/emails/validate', 'drop amid the answer');
        $client = $this->client(maxRetries: 1);
        $this->caught(ConnectionException::class, fn () => $client->validate('ada@contoso.com'));
    }

    public function testALimitThatSecondsDoNotLiftIsNotRetried(): void
    {
        $refusal = self::problem(429, 'too_many_unfinished', ['retry-after' => '1']);
        $this->failNext('POST', '/v1/emails/bulk', $refusal);
        $error = $this->caught(RateLimitException::class, fn () => $this->mailsift->bulk->submit(['ada@contoso.com']));
        self::assertSame(1.0, $error->retryAfterSeconds);
        self::assertCount(1, $this->seen('POST'));
    }

    public function testThePageOfAnotherServerIsAnErrorThatSaysSo(): void
    {
        $page = ['status' => 200, 'headers' => ['content-type' => 'text/html'], 'body' => 'Hi'];
        $this->failNext('GET', '/v1/emails/validate', $page);
        $error = $this->caught(ApiException::class, fn () => $this->mailsift->validate('ada@contoso.com'));
        self::assertSame('unexpected_response', $error->errorCode);
    }

    public function testARedirectIsNotFollowedWithTheToken(): void
    {
        $redirect = ['status' => 302, 'headers' => ['location' => self::server() . '/elsewhere']];
        $this->failNext('GET', '/v1/emails/validate', $redirect);
        $this->caught(ApiException::class, fn () => $this->mailsift->validate('ada@contoso.com'));
        self::assertSame([], $this->seen('GET', '/elsewhere'));
    }

    public function testATimeoutEndsACallWithoutAResponse(): void
    {
        $this->failNext('GET', '/v1/emails/validate', 'hold');
        $client = $this->client(maxRetries: 0, timeout: 0.5);
        $this->caught(ConnectionException::class, fn () => $client->validate('ada@contoso.com'));
    }

    public function testEveryStringIsOneItemInTheOrderOfTheInput(): void
    {
        $emails = array_map(static fn (int $at): string => $at % 50 ? "ada$at@contoso.com" : 'no address', range(0, 229));
        $polled = [];
        $submitted = $this->mailsift->bulk->submit($emails);
        $job = $this->mailsift->bulk->wait($submitted->id, onProgress: function (Job $job) use (&$polled): void {
            $polled[] = $job;
        });
        self::assertSame(['completed', 225, 5], [$job->status, $job->success, $job->errors]);
        self::assertSame($job, end($polled));
        $items = iterator_to_array($this->mailsift->bulk->items($job->id), false);
        self::assertSame($emails, array_map(static fn ($item): string => $item->input, $items));
        self::assertSame('invalid_email', $items[0]->error?->code);
        self::assertNull($items[0]->result);
        self::assertSame($job->id, $this->mailsift->bulk->list(take: 1)->page(1)->items[0]->id);
        $this->mailsift->bulk->download($job->id, "$this->folder/job.csv");
        self::assertCount(231, (array) file("$this->folder/job.csv"));
        self::assertStringStartsWith('http', $this->mailsift->bulk->link($job->id)->downloadUrl);
    }

    public function testTheSameKeyFindsTheJobAndRefusesOtherInput(): void
    {
        $key = Mailsift::newIdempotencyKey();
        $this->failNext('POST', '/v1/emails/bulk', 'drop the answer');
        $job = $this->mailsift->bulk->submit(['ada@contoso.com'], idempotencyKey: $key);
        self::assertSame($job->id, $this->client()->bulk->submit(['ada@contoso.com'], idempotencyKey: $key)->id);
        $other = fn () => $this->mailsift->bulk->submit(['bob@contoso.com'], idempotencyKey: $key);
        self::assertSame('idempotency_conflict', $this->caught(ConflictException::class, $other)->errorCode);
        $this->mailsift->bulk->wait($job->id);
    }

    public function testWaitingOutlastsAServiceThatIsAway(): void
    {
        $job = $this->mailsift->bulk->submit(['ada@contoso.com']);
        $this->failNext('GET', "/v1/emails/bulk/$job->id", 'drop');
        $this->failNext('GET', "/v1/emails/bulk/$job->id", 'drop');
        self::assertSame('completed', $this->client(maxRetries: 0)->bulk->wait($job->id)->status);
    }

    public function testWaitingEndsAfterItsTimeout(): void
    {
        $job = $this->mailsift->bulk->submit(['ada@contoso.com']);
        $this->failNext('GET', "/v1/emails/bulk/$job->id", 'drop');
        $client = $this->client(maxRetries: 0);
        $this->caught(WaitTimeoutException::class, fn () => $client->bulk->wait($job->id, timeout: 0));
        $this->mailsift->bulk->wait($job->id);
    }

    public function testAPathAndAStreamAreCleanedAlike(): void
    {
        $source = "$this->folder/contacts.csv";
        $target = "$this->folder/cleaned.csv";
        file_put_contents($source, self::ROWS);
        $progress = [];
        $report = function (int $sent, int $total) use (&$progress): void {
            $progress[] = [$sent, $total];
        };
        $group = $this->mailsift->csv->clean($source, $target, emailColumn: 'E-Mail', onUploadProgress: $report);
        self::assertSame(['completed', 2], [$group->status, $group->success]);
        self::assertSame([[strlen(self::ROWS), strlen(self::ROWS)]], $progress);
        self::assertSame(['cleaned.csv', 'contacts.csv'], array_map(basename(...), glob("$this->folder/*") ?: []));
        $rows = array_map(str_getcsv(...), (array) file($target));
        self::assertSame(['Name', 'E-Mail', 'service.error.code'], array_slice($rows[0], 0, 3));
        $at = array_search('service.validations.safe_to_send', $rows[0], true);
        self::assertSame([['Ada', 'true'], ['Desk', 'false']], [[$rows[1][0], $rows[1][$at]], [$rows[2][0], $rows[2][$at]]]);
        self::assertSame(3, $this->cleanedRows());
    }

    public function testAMissingColumnIsRefusedAndLeavesNoFile(): void
    {
        $clean = fn () => $this->mailsift->csv->clean(self::stream(), "$this->folder/cleaned.csv", emailColumn: 'Mail');
        self::assertSame('failed', $this->caught(CsvRefusedException::class, $clean)->group->status);
        self::assertSame([], glob("$this->folder/*"));
    }

    public function testAnUploadThatBreaksIsSentAgain(): void
    {
        $this->failNext('PUT', '/v1/files/', 'drop amid the request');
        self::assertSame(3, $this->cleanedRows());
        self::assertCount(2, $this->seen('PUT'));
    }

    public function testAnUploadWhoseResponseWasLostIsSubmitted(): void
    {
        $this->failNext('PUT', '/v1/files/', 'drop the answer');
        self::assertSame(3, $this->cleanedRows());
    }

    public function testNoTokenFollowsASignedLink(): void
    {
        $this->cleanedRows();
        foreach ($this->seen(null, '/v1/files/') as $request) {
            self::assertArrayNotHasKey('service-email-api-token', $request['headers']);
        }
    }

    public function testADownloadThatBreaksIsCompleted(): void
    {
        $this->failNext('GET', '/v1/files/', 'drop amid the answer');
        self::assertSame(3, $this->cleanedRows());
        // Guzzle reads all of a body before it returns it, so there is no beginning to continue from.
        if (getenv('TRANSPORT') !== 'psr18') {
            $ranges = array_map(static fn (array $each) => $each['headers']['range'] ?? null, $this->seen('GET', '/v1/files/'));
            self::assertNull($ranges[0]);
            self::assertMatchesRegularExpression('/^bytes=[1-9]\d*-$/', $ranges[1]);
        }
    }

    public function testTheSameKeyResumesAnUploadAndThenFindsItsGroup(): void
    {
        $key = Mailsift::newIdempotencyKey();
        foreach ([1, 2, 3] as $_) {
            $this->failNext('PUT', '/v1/files/', 'drop');
        }
        $submit = fn () => $this->client()->csv->submit(self::stream(), emailColumn: 'E-Mail', idempotencyKey: $key);
        $this->caught(ConnectionException::class, $submit);
        $group = $submit();
        $this->mailsift->groups->wait($group->id);
        self::assertSame($group->id, $submit()->id);
        self::assertSame([], $this->mailsift->uploads->list());
        self::assertSame($group->id, $this->mailsift->groups->list()->page(1)->items[0]->id);
    }

    public function testSuppressedAddressesAreListedUntilTheyAreRemoved(): void
    {
        $added = $this->mailsift->suppressions->add(['gone@contoso.com', 'not an address'], reason: 'manual');
        self::assertSame([1, 1], [$added->added, $added->malformed]);
        $listed = iterator_to_array($this->mailsift->suppressions->list(), false);
        self::assertSame(['gone@contoso.com'], array_map(static fn ($each) => $each->email, $listed));
        $this->mailsift->suppressions->remove('gone@contoso.com');
        self::assertSame([], iterator_to_array($this->mailsift->suppressions->list(), false));
        self::assertSame([], iterator_to_array($this->mailsift->contacts->search(sort: 'newest'), false));
    }

    public function testAClientWithoutAUsableTokenOrUrlIsRefusedAtOnce(): void
    {
        foreach ([['', 'http://localhost'], ['ms_w_x', 'ftp://localhost'], ['ms w', 'http://localhost']] as [$token, $url]) {
            $this->caught(\InvalidArgumentException::class, fn () => new Mailsift($token, $url));
        }
        self::assertSame(120.0, ApiException::retryAfter('120'));
        self::assertSame(0.0, ApiException::retryAfter('Thu, 01 Jan 1970 00:00:00 GMT'));
        self::assertNull(ApiException::retryAfter('soon'));
    }

    /** @return resource */
    private static function stream(): mixed
    {
        $file = fopen('php://temp', 'w+b');
        fwrite($file, self::ROWS);
        rewind($file);

        return $file;
    }

    private function cleanedRows(): int
    {
        $target = fopen('php://temp', 'w+b');
        $this->mailsift->csv->clean(self::stream(), $target, emailColumn: 'E-Mail');
        rewind($target);

        return substr_count((string) stream_get_contents($target), "\n");
    }
}
