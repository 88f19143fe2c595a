<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Exception\ApiException;
use Mailsift\Exception\ConnectionException;
use Mailsift\Exception\CsvRefusedException;
use Mailsift\Http\Request;
use Mailsift\Model\Group;
use Mailsift\Model\PreparedUpload;
use Mailsift\Model\SubmittedGroup;

/** CSV files of up to 100,000 rows and 50 MiB, from upload to result. */
final class Csv
{
    /** §8 of the contract: the time limit of the PUT. */
    private const PUT_TIMEOUT = 900.0;

    public function __construct(private readonly Connection $connection, private readonly Groups $groups)
    {
    }

    /**
     * Uploads and submits a CSV. Follow it with `groups->wait`.
     *
     * An upload whose connection breaks is sent again. After a crash of your program, the same key resumes it, or
     * returns the group that was submitted already, for an hour.
     *
     * @param string|resource $source A path or a stream.
     * @param ?callable(int, int): mixed $onUploadProgress Gets the sent and all bytes.
     */
    public function submit(
        mixed $source,
        string $emailColumn,
        ?string $filename = null,
        bool $validateDomain = false,
        ?string $idempotencyKey = null,
        ?callable $onUploadProgress = null,
    ): Group {
        [$file, $size, $name] = Files::open($source);
        // Preparing and submitting have separate scopes, so one key serves both (§4.1).
        $key = $idempotencyKey ?? Mailsift::newIdempotencyKey();
        $announced = [
            'filename' => basename(str_replace('\\', '/', $filename ?? $name ?? 'upload.csv')),
            'size_bytes' => $size,
        ];
        $path = '/v1/emails/bulk/upload';
        $upload = $this->connection->send(PreparedUpload::class, $path, 'POST', [], $announced, $key);
        $lost = $this->put($upload, $file, $size, $onUploadProgress);
        $body = [
            'upload_id' => $upload->uploadId,
            'email_column' => $emailColumn,
            'validate_domain' => (int) $validateDomain,
        ];
        try {
            return $this->connection->send(SubmittedGroup::class, '/v1/emails/bulk', 'POST', [], $body, $key)->group;
        } catch (ApiException $error) {
            throw $lost !== null && $error->errorCode === 'upload_not_ready' ? $lost : $error;
        }
    }

    /**
     * Uploads, submits, waits, and writes the original CSV with the results as appended columns to the target.
     *
     * @param string|resource $source A path or a stream.
     * @param string|resource $target A path gets its file when it is complete.
     * @param ?callable(int, int): mixed $onUploadProgress Gets the sent and all bytes.
     * @param ?callable(Group): mixed $onProgress Called after every poll.
     * @throws CsvRefusedException if the file has no usable result
     */
    public function clean(
        mixed $source,
        mixed $target,
        string $emailColumn,
        ?string $filename = null,
        bool $validateDomain = false,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?callable $onUploadProgress = null,
        ?callable $onProgress = null,
    ): Group {
        $submitted = $this->submit($source, $emailColumn, $filename, $validateDomain, $idempotencyKey, $onUploadProgress);
        $group = $this->groups->wait($submitted->id, $timeout, $onProgress);
        if ($group->status === 'failed') {
            throw new CsvRefusedException($group);
        }
        $this->groups->download($group->id, $target);

        return $group;
    }

    /**
     * Returns the error if the file may have arrived all the same: the submission will show.
     *
     * @param resource $file
     */
    private function put(PreparedUpload $upload, mixed $file, int $size, ?callable $onProgress): ?ConnectionException
    {
        $start = (int) ftell($file);
        // The link is signed and may point to another host, so the token is not sent.
        $headers = [...$upload->headers, 'User-Agent' => Connection::userAgent()];
        $report = $onProgress === null ? null : $onProgress(...);
        try {
            $this->connection->withRetries(function () use ($upload, $file, $start, $size, $headers, $report): void {
                fseek($file, $start);
                $request = new Request('PUT', $upload->uploadUrl, $headers, $file, self::PUT_TIMEOUT, $size, $report);
                $response = $this->connection->transport->send($request);
                // 412: an earlier PUT arrived completely and only its response was lost. An upload never changes.
                if (!$response->isSuccess() && $response->status !== 412) {
                    throw ApiException::fromResponse($response);
                }
            });
        } catch (ConnectionException $error) {
            return $error;
        }

        return null;
    }
}
