<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Model\PendingUpload;
use Mailsift\Model\PendingUploadList;

/** Uploads of CSV files that were not submitted. An account can have three; each expires after an hour. */
final class Uploads
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /** @return list<PendingUpload> Oldest first. */
    public function list(): array
    {
        return $this->connection->send(PendingUploadList::class, '/account/uploads')->items;
    }

    /** Makes room for another upload. One that was submitted throws a ConflictException (`upload_claimed`). */
    public function discard(string $uploadId): void
    {
        $this->connection->sendRaw('/account/uploads/' . rawurlencode($uploadId), 'DELETE');
    }
}
