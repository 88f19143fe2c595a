<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Model\BulkItem;
use Mailsift\Model\Download;
use Mailsift\Model\Job;
use Mailsift\Model\JobList;
use Mailsift\Model\JobResults;
use Mailsift\Model\SubmittedJob;

/** Lists of up to 10,000 addresses. */
final class Bulk
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Submits 1 to 10,000 strings. Malformed ones become items with an error.
     *
     * The same key with the same input always returns the same job, also from another process. Without one, a new key
     * still covers the retries of this call.
     *
     * @param iterable<string> $emails
     */
    public function submit(iterable $emails, bool $validateDomain = false, ?string $idempotencyKey = null): Job
    {
        $list = is_array($emails) ? array_values($emails) : iterator_to_array($emails, false);
        $body = ['emails' => $list, 'validate_domain' => (int) $validateDomain];
        $key = $idempotencyKey ?? Mailsift::newIdempotencyKey();

        return $this->connection->send(SubmittedJob::class, '/v1/emails/bulk', 'POST', [], $body, $key)->job;
    }

    /** The job and one page of its committed items. */
    public function get(string $jobId, ?int $page = null, ?int $take = null): JobResults
    {
        $query = ['page' => $page, 'take' => $take];

        return $this->connection->send(JobResults::class, self::path($jobId), query: $query);
    }

    /**
     * All items, in the order of the input. Wait for the end of the job first: until then pages can change.
     *
     * @return Listing<BulkItem, JobResults>
     */
    public function items(string $jobId, int $take = 100): Listing
    {
        return new Listing(
            fn (int $page): JobResults => $this->get($jobId, $page, $take),
            self::readPage(...),
            static fn (BulkItem $item): int => $item->index,
        );
    }

    /**
     * All jobs, newest first.
     *
     * @return Listing<Job, JobList>
     */
    public function list(?int $take = null): Listing
    {
        return new Listing(
            fn (int $page): JobList => $this->connection->send(
                JobList::class,
                '/v1/emails/bulk',
                query: ['page' => $page, 'take' => $take],
            ),
            self::readPage(...),
            static fn (Job $job): string => $job->id,
        );
    }

    /**
     * Returns when the job is `completed` or `failed`. A service that is away for minutes does not end it.
     *
     * @param ?callable(Job): mixed $onProgress Called after every poll.
     */
    public function wait(string $jobId, ?float $timeout = null, ?callable $onProgress = null): Job
    {
        $look = fn (): Job => $this->get($jobId, take: 1)->job;

        return Waiting::until($look, ['completed', 'failed'], $timeout, $onProgress);
    }

    /** A link to the results of a completed job or a group that works without a token, for at most an hour. */
    public function link(string $jobId): Download
    {
        return $this->connection->send(Download::class, self::path($jobId) . '/download');
    }

    /**
     * Writes the results of a completed job as CSV.
     *
     * @param string|resource $target A path gets its file when it is complete.
     */
    public function download(string $jobId, mixed $target): void
    {
        Files::write($target, fn (mixed $file) => $this->connection->download(self::path($jobId) . '/download', $file));
    }

    /**
     * The paging of §4.3, §4.4 and §4.6 of the contract.
     *
     * @return array{list<mixed>, bool}
     */
    public static function readPage(object $page): array
    {
        return [$page->items, $page->items === [] || $page->page * $page->take >= $page->total];
    }

    private static function path(string $jobId): string
    {
        return '/v1/emails/bulk/' . rawurlencode($jobId);
    }
}
